import { type ReactNode, useLayoutEffect } from 'react';
import { removeShell } from '#web/lib/prerendered-shell.ts';
import { MarketingHeader } from './marketing-header.tsx';
import { ScoutMap } from './scout-map.tsx';

/** The sign-in page but for what one does there. The server sends it ahead, so it asks for nothing. */
export function AuthFrame({ children }: { children?: ReactNode }) {
  useLayoutEffect(removeShell, []);
  return (
    // The room of what unfolds at the bottom is kept from the first.
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
