import type { Logger } from 'pino';
import type { Documents, Leases, ViewReader } from '#projections/store/port.ts';
import { beginLater } from '#server/platform/subscriptions/begin-later.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { Handle } from '#server/platform/commands/handle.ts';
import { upcasting } from '#server/platform/event-store/upcasting.ts';
import { type Leader, startLeader } from '#server/platform/leader-election/leading.ts';
import { fencedViews } from '#server/platform/projector/fenced.ts';
import { pause } from '#server/lib/pause.ts';
import { unlessAborted } from '#server/lib/unless-aborted.ts';
import { chainIn, chainView } from './hash-chain/chain-blocks.ts';
import type { HistoryDesk } from './desk.ts';
import { gatherChain } from './hash-chain/gather-chain.ts';
import { gatherIndex } from './search/gather-index.ts';
import { indexView } from './search/index-blocks.ts';
import { keepView } from './projection/keep.ts';
import { openSealKey } from './hash-chain/seal-key.ts';
import { startSealing } from './hash-chain/sealing.ts';
import type { VerificationDesk } from './verification/verification.ts';

type LeadHistoryDeps = {
  events: Pick<EventStore, 'head'>;
  /** The views that the routes read. */
  views: ViewReader;
  documents: Documents;
  handle: Handle;
  desk: HistoryDesk;
  clock: Clock;
  log: Logger;
};

type Leading = {
  deps: LeadHistoryDeps;
  /** Events as stored, with personal data still encrypted. */
  stored: EventStore;
  leases: Leases;
  /** Encrypts the seal key. */
  key: Buffer;
  /** Whether the history's views are in the same store as the leases. */
  isShared: boolean;
  viewsReady: Promise<void>;
};

const day = 24 * 60 * 60_000;
const betweenLooks = 60_000;

/** Keeps the chain and the index, seals the log and verifies it daily, while this process is the leader. */
export function leadHistory({ deps, stored, leases, key, isShared, viewsReady }: Leading): Leader {
  const { events, views: readViews, log, handle, clock, documents, desk } = deps;
  return startLeader({
    task: 'history',
    leases,
    log,
    begin: (turn, onFenced) =>
      beginLater({
        what: 'The history',
        log,
        begin: async (stops, stopped) => {
          const views = isShared ? fencedViews(desk.views, turn) : desk.views;
          // `head` rejects a log other than the known one, before anything is derived from it.
          await events.head();
          const chain = gatherChain(views);
          const keeping = { views, log, onFenced };
          const chained = { ...keeping, what: 'The chain', declaration: chainView, gathering: chain };
          stops.push((await keepView({ ...chained, events: stored })).stop);
          // The server may be stopped before its views are ready.
          await unlessAborted(stopped, viewsReady);
          if (stopped.aborted) return;
          const index = gatherIndex(views, readViews);
          const indexed = { ...keeping, what: 'The index of the history', declaration: indexView, gathering: index };
          // As stored: encrypted data never reaches the index.
          stops.push((await keepView({ ...indexed, events: upcasting(stored) })).stop);
          const sealKey = await openSealKey(documents, key, clock);
          const sealing = { key: sealKey, chain: chainIn(views), end: chain.end, events: stored };
          stops.push(startSealing({ ...sealing, handle, clock, log }).stop);
          stops.push(startDailyVerification(desk.verification, clock).stop);
        },
      }),
  });
}

/** Verifies the log a day after the last verification; where there was none, a day after the start. */
function startDailyVerification({ state, begin, ended }: VerificationDesk, clock: () => Date) {
  const stopped = new AbortController();
  const since = clock().getTime();
  const look = async () => {
    while (!stopped.signal.aborted) {
      const { last, running } = await state().catch(() => ({ last: null, running: {} }));
      const before = last ? Date.parse(last.at) : since;
      if (running === null && clock().getTime() - before >= day) await begin().then(ended, () => undefined);
      await pause(betweenLooks, stopped.signal);
    }
  };
  const looking = look();
  return {
    stop: () => {
      stopped.abort();
      return looking;
    },
  };
}
