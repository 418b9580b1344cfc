import type { Server } from 'node:http';
import type { RecentListingsSearch } from '#server/modules/alerts/listings/recent-listings-search.ts';
import { attachSocketServer, type SocketServer, type SocketServerDeps } from '#server/realtime/socket-server.ts';
import type { ScoutActivityTracker } from '#server/modules/sources/registry/scout-activity.ts';

/** The notifications of a web process: for its open pages, and for its caches. */
export type WebListeners = Pick<SocketServer, 'handleNewEvents' | 'handleAppliedBatch' | 'close'>;

type InMemoryState = {
  recentListingsIndex: RecentListingsSearch;
  scoutActivity: ScoutActivityTracker;
  viewsReady: Promise<void>;
};

export function createWebListeners(
  http: Server,
  deps: SocketServerDeps,
  { recentListingsIndex, scoutActivity, viewsReady }: InMemoryState,
): WebListeners {
  const live = attachSocketServer(http, deps);
  scoutActivity.onPass(live.broadcastPass);
  recentListingsIndex.begin(viewsReady);
  return {
    handleNewEvents: live.handleNewEvents,
    handleAppliedBatch: async (batch) => {
      recentListingsIndex.applyBatch(batch);
      await live.handleAppliedBatch(batch);
    },
    close: live.close,
  };
}
