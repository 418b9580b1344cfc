import type { Server } from 'node:http';
import type { Past } from '#server/modules/alerts/listings/past.ts';
import { attachLive, type Live, type LiveDeps } from '#server/realtime/live.ts';
import type { Passes } from '#server/modules/sources/registry/passes.ts';

/** What a web process is notified of: for its open pages, and for what it keeps in memory. */
export type WebSide = Pick<Live, 'written' | 'applied' | 'close'>;

type InMemory = { past: Past; passes: Passes; viewsReady: Promise<void> };

export function openWebSide(http: Server, deps: LiveDeps, { past, passes, viewsReady }: InMemory): WebSide {
  const live = attachLive(http, deps);
  passes.onTold(live.scouted);
  past.begin(viewsReady);
  return {
    written: live.written,
    applied: async (batch) => {
      past.applied(batch);
      await live.applied(batch);
    },
    close: live.close,
  };
}
