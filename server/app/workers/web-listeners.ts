import type { Server } from 'node:http';
import type { RecentListingsSearch } from '#server/modules/alerts/listings/recent-listings-search.ts';
import { attachSocketServer, type SocketServer, type SocketServerDeps } from '#server/realtime/socket-server.ts';
import type { ScoutActivityTracker } from '#server/modules/sources/registry/scout-activity.ts';

/** The notifications of a web process: for its open pages, and for its caches. */
export type WebListeners = Pick<SocketServer, 'written' | 'applied' | 'close'>;

type InMemoryState = { past: RecentListingsSearch; passes: ScoutActivityTracker; viewsReady: Promise<void> };

export function createWebListeners(
  http: Server,
  deps: SocketServerDeps,
  { past, passes, viewsReady }: InMemoryState,
): WebListeners {
  const live = attachSocketServer(http, deps);
  passes.onPass(live.scouted);
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
