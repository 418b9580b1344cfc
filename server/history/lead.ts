import { beginLater } from '../time/begin-later.ts';
import type { Context } from '../context.ts';
import { upcasting } from '../event-store/upcasting.ts';
import { type Leader, startLeader } from '../duties/leading.ts';
import { fencedViews } from '../projector/fenced.ts';
import { pause } from '../time/pause.ts';
import type { Stores } from '../stores/stores.ts';
import { unlessAborted } from '../time/unless-aborted.ts';
import { chainIn, chainView } from './chain-blocks.ts';
import { gatherChain } from './gather-chain.ts';
import { gatherIndex } from './gather-index.ts';
import { indexView } from './index-blocks.ts';
import { keepView } from './keep.ts';
import { openSealKey } from './seal-key.ts';
import { startSealing } from './sealing.ts';
import type { VerificationDesk } from './verification.ts';

type Leading = {
  context: Context;
  stores: Pick<Stores, 'events' | 'stored' | 'views' | 'documents'>;
  /** Wraps the key that seals. */
  key: Buffer;
  /** Whether the views of the history lie where their leases do. */
  isShared: boolean;
  viewsReady: Promise<void>;
};

const day = 24 * 60 * 60_000;
const betweenLooks = 60_000;

/** Keeps the chain and the index, seals the log and verifies it daily, while it is this process's turn. */
export function leadHistory({ context, stores, key, isShared, viewsReady }: Leading): Leader {
  const { log, handle, clock, documents, desk } = context;
  return startLeader({
    task: 'history',
    leases: stores.views.leases,
    log,
    begin: (turn, onFenced) =>
      beginLater({
        what: 'The history',
        log,
        begin: async (stops, stopped) => {
          const views = isShared ? fencedViews(desk.views, turn) : desk.views;
          // A log that is not the one known before is told by `head`, before anything is made of it.
          await context.events.head();
          const chain = gatherChain(views);
          const keeping = { views, log, onFenced };
          const chained = { ...keeping, what: 'The chain', declaration: chainView, gathering: chain };
          stops.push((await keepView({ ...chained, events: stores.stored })).stop);
          // A server may be told to end before its views are there.
          await unlessAborted(stopped, viewsReady);
          if (stopped.aborted) return;
          const index = gatherIndex(views, context.views);
          const indexed = { ...keeping, what: 'The index of the history', declaration: indexView, gathering: index };
          // As it lies on disk: what is sealed never comes near the index.
          stops.push((await keepView({ ...indexed, events: upcasting(stores.stored) })).stop);
          const sealKey = await openSealKey(documents, key, clock);
          const sealing = { key: sealKey, chain: chainIn(views), end: chain.end, events: stores.stored };
          stops.push(startSealing({ ...sealing, handle, clock, log }).stop);
          stops.push(startDailyVerification(desk.verification, clock).stop);
        },
      }),
  });
}

/** Verifies once a day, the first time a day after the last. A new installation has nothing to verify. */
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
