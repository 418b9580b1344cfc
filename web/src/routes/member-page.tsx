import type { ComponentProps, ReactNode } from 'react';
import { AppHeader } from '#web/components/layout/app-header.tsx';
import { BackLink } from '#web/components/layout/back-link.tsx';
import { LogoutButton } from '#web/features/sign-out/logout-button.tsx';

type MemberPageProps = { back: ComponentProps<typeof BackLink>; children: ReactNode };

/** The frame of a member's page that leads back to another. */
export function MemberPage({ back, children }: MemberPageProps) {
  return (
    <>
      <AppHeader>
        <BackLink {...back} />
        <LogoutButton />
      </AppHeader>
      <main className="mx-auto max-w-6xl px-4 py-8 sm:px-8 sm:py-10">{children}</main>
    </>
  );
}
