import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageHeading } from './page-heading.tsx';
import { buttonClasses } from '../ui/button.tsx';
import { LogoMark } from '../ui/logo.tsx';

type MessagePageProps = {
  title: string;
  text: string;
  /** A link; to the home page unless given. */
  children?: ReactNode;
};

/** A page with only a message and a link. */
export function MessagePage({ title, text, children }: MessagePageProps) {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-4 pb-16 text-center">
      <LogoMark className="mb-6 size-14" />
      <PageHeading title={title} className="text-3xl font-semibold">
        {title}
      </PageHeading>
      <p className="mt-2 mb-7 text-muted">{text}</p>
      {children ?? (
        <Link to="/" className={buttonClasses()}>
          Return Home
        </Link>
      )}
    </main>
  );
}
