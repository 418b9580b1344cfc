import type { ReactNode } from 'react';
import { joinClasses } from '#web/lib/join-classes.ts';
import { LogoMark } from '../ui/logo.tsx';

export const brandClasses = 'tap-target flex items-center gap-2.5 rounded-lg font-bold tracking-tight';

export function Brand() {
  return (
    <>
      <LogoMark className="size-8 shrink-0" />
      <span className="max-sm:sr-only">Off-Market Scout</span>
    </>
  );
}

type HeaderFrameProps = { isWide?: boolean; brand: ReactNode; children?: ReactNode };

/** The header of pages for signed-in users without what it does. It is prerendered, so it needs no router. */
export function HeaderFrame({ isWide = false, brand, children }: HeaderFrameProps) {
  return (
    <header className="sticky top-0 z-30 [@media(max-height:30rem)]:static border-b border-line bg-bg print:hidden">
      <div
        className={joinClasses(
          'mx-auto flex h-16 items-center justify-between gap-3 px-4 sm:px-8',
          isWide ? 'max-w-[100rem]' : 'max-w-6xl',
        )}
      >
        {brand}
        <nav className="flex items-center gap-2">{children}</nav>
      </div>
    </header>
  );
}
