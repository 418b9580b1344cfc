import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { joinClasses } from '#web/lib/join-classes.ts';
import { LogoMark } from '../ui/logo.tsx';

/** The header of every page for signed-in users. */
export function AppHeader({ isWide = false, children }: { isWide?: boolean; children: ReactNode }) {
  return (
    <header className="sticky top-0 z-30 [@media(max-height:30rem)]:static border-b border-line bg-bg/85 backdrop-blur-md">
      <div
        className={joinClasses(
          'mx-auto flex h-16 items-center justify-between gap-3 px-4 sm:px-8',
          isWide ? 'max-w-[100rem]' : 'max-w-6xl',
        )}
      >
        <Link to="/" className="tap-target flex items-center gap-2.5 rounded-lg font-bold tracking-tight">
          <LogoMark className="size-8 shrink-0" />
          <span className="max-sm:sr-only">Off-Market Scout</span>
        </Link>
        <nav className="flex items-center gap-2">{children}</nav>
      </div>
    </header>
  );
}
