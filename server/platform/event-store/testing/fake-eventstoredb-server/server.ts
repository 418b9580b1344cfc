import { ServerCredentials } from '@grpc/grpc-js';
import type { AppendLoad } from './appends.ts';
import { openClientPort } from './client-port.ts';
import { createTooSlowError } from './failures.ts';
import { createFaults } from './faults.ts';
import { createFakeLog } from './fake-log.ts';
import { type CallCounts, type SubscriptionStats, createGrpcServer } from './services.ts';

export type FakeEventStoreDb = Awaited<ReturnType<typeof startFakeEventStoreDb>>;

/** An in-memory server that answers the official client as an EventStoreDB does, with faults on demand. */
export async function startFakeEventStoreDb() {
  const log = createFakeLog();
  const faults = createFaults();
  const load: AppendLoad = { now: 0, peak: 0 };
  const followed: SubscriptionStats = { open: new Set(), caughtUp: 0, after: [] };
  const calls: CallCounts = { appends: 0, reads: 0 };
  const clientPort = await openClientPort();
  const server = createGrpcServer({ log, faults, clientPort, load, followed, calls });
  const injector = server.createConnectionInjector(ServerCredentials.createInsecure());
  clientPort.onEntry((socket) => injector.injectConnection(socket));

  return {
    url: `esdb://127.0.0.1:${clientPort.port}?tls=false`,
    port: clientPort.port,
    log,
    faults,
    /** Every connection breaks; new ones are accepted. */
    cut: clientPort.cut,
    /** As after kill -9: the port is closed. */
    shut: clientPort.shut,
    open: clientPort.open,
    load,
    followed,
    calls,
    /** Subscriptions are dropped for being too slow, whether they are or not. */
    dropSubscriptions: () => {
      for (const { fail } of followed.open) fail(createTooSlowError());
    },
    /** Subscriptions receive nothing more, though all other calls are answered. */
    stallSubscriptions: () => {
      for (const { stall } of followed.open) stall();
    },
    /**
     * Ids in memory are lost; with `kept`, the log is restored from a backup of at most this many of its first events.
     */
    restart: async (kept?: number) => {
      await clientPort.shut();
      log.reopen(kept);
      await clientPort.open();
    },
    close: async () => {
      faults.speak();
      await clientPort.shut();
      injector.destroy();
      server.forceShutdown();
    },
  };
}
