import { ServerCredentials } from '@grpc/grpc-js';
import type { Load } from './appends.ts';
import { openDoor } from './door.ts';
import { tooSlow } from './failures.ts';
import { noFaults } from './faults.ts';
import { openLog } from './log.ts';
import { type Followed, serve } from './services.ts';

export type Double = Awaited<ReturnType<typeof startDouble>>;

/** A server that answers the official client as an EventStoreDB does, out of memory, with faults to order. */
export async function startDouble() {
  const log = openLog();
  const faults = noFaults();
  const load: Load = { now: 0, most: 0 };
  const followed: Followed = { open: new Set(), caughtUp: 0, after: [] };
  const door = await openDoor();
  const server = serve({ log, faults, door, load, followed });
  const injector = server.createConnectionInjector(ServerCredentials.createInsecure());
  door.onEntry((socket) => injector.injectConnection(socket));

  return {
    url: `esdb://127.0.0.1:${door.port}?tls=false`,
    port: door.port,
    log,
    faults,
    /** Every connection breaks; new ones are taken. */
    cut: door.cut,
    /** As after kill -9: nobody listens. */
    shut: door.shut,
    open: door.open,
    load,
    followed,
    /** Subscriptions are dropped for being too slow, whether they are or not. */
    dropSubscriptions: () => {
      for (const { fail } of followed.open) fail(tooSlow());
    },
    /** Subscriptions hear nothing any more, though all else is answered. */
    stallSubscriptions: () => {
      for (const { stall } of followed.open) stall();
    },
    /** Ids in memory are forgotten; with `kept`, the log comes back from a backup of its first so many events. */
    restart: async (kept?: number) => {
      await door.shut();
      log.reopen(kept);
      await door.open();
    },
    close: async () => {
      faults.speak();
      await door.shut();
      injector.destroy();
      server.forceShutdown();
    },
  };
}
