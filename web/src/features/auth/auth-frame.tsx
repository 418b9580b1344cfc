import { type ReactNode, useLayoutEffect } from 'react';
import { removeShell } from '#web/lib/prerendered-shell.ts';
import { MarketingHeader } from './marketing/marketing-header.tsx';
import { ScoutMap } from './marketing/scout-map.tsx';

/** The sign-in page without its forms. It is prerendered, so it sends no request. */
export function AuthFrame({ children }: { children?: ReactNode }) {
  useLayoutEffect(removeShell, []);
  return (
    // Reserves the space of the content that expands at the bottom.
    <main className="grid min-h-dvh content-start lg:grid-cols-[minmax(0,1.25fr)_minmax(26rem,1fr)] lg:grid-rows-[1fr_minmax(calc(7.75rem+2px),auto)]">
      <div className="col-start-1 row-start-1 grid lg:row-end-3">
        <ScoutMap />
      </div>
      <div className="z-10 col-start-1 row-start-1 grid">
        <MarketingHeader />
      </div>
      {children}
    </main>
  );
}
