import type { ComponentProps, ReactNode } from 'react';
import { BackLink } from '#web/components/layout/back-link.tsx';
import { useAuth } from '#web/lib/session/auth.tsx';
import { MemberFrame } from './member-frame.tsx';

type MemberPageProps = { back: ComponentProps<typeof BackLink>; children: ReactNode };

/** The frame of a member's page that leads back to another. */
export function MemberPage({ back, children }: MemberPageProps) {
  const { user } = useAuth();
  if (!user) return null;
  return (
    <MemberFrame user={user} links={<BackLink {...back} />}>
      <main className="mx-auto max-w-6xl px-4 py-5 sm:px-8 lg:py-10">{children}</main>
    </MemberFrame>
  );
}
