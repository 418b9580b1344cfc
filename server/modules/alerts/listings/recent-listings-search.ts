import type { Logger } from 'pino';
import { maxPreviewPins, previewDays } from '#domain/matching/preview.contract.ts';
import type { Point } from '#domain/geo/distance.ts';
import type { SearchCriteria } from '#domain/matching/match-rules.ts';
import {
  createRecentListingsIndex,
  type RecentListingsIndex,
  type RecentMatch,
} from '#domain/matching/recent-listings-index.ts';
import { type FoundListingDoc, type ListingDoc, listings, readListingsMatchedSince } from '#projections/listings.ts';
import { StoreUnavailable, type ViewReader } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { AppliedBatch } from '#server/platform/projector/view-group.ts';
import { abortable } from '#server/lib/abortable.ts';
import { withTimeout, yieldToEventLoop } from '#server/lib/delay.ts';
import { runEvery } from '#server/lib/scheduler.ts';
import { retryUntilStopped } from '#server/lib/retry.ts';

const windowMs = previewDays * 24 * 60 * 60 * 1000;
const readBatchSize = 500;
const searchTimeoutMs = 5000;
const purgeIntervalMs = 60 * 60 * 1000;

/** The listings found in the last 30 days, in memory. */
export type RecentListingsSearch = {
  /** Reads the view in the background. */
  begin: (viewsReady: Promise<void>) => void;
  /** Applies the changes of a batch in the background. */
  applyBatch: (batch: Pick<AppliedBatch, 'changed'>) => void;
  /**
   * How many listings matched, and the newest of them; waits until all applied events are known. Throws StoreUnavailable
   * where that takes too long, as while the view is being built.
   */
  search: (around: Point, search: SearchCriteria) => Promise<{ count: number; latest: RecentMatch[] }>;
  stop: () => Promise<void>;
};

type RecentListingsSearchDeps = { views: ViewReader; clock: Clock; log: Logger };

/** The view holds the present and past state of each listing, so a restart changes nothing. */
export function startRecentListingsSearch({ views, clock, log }: RecentListingsSearchDeps): RecentListingsSearch {
  const finds = createRecentListingsIndex();
  const stopped = new AbortController();
  const since = () => clock().getTime() - windowMs;
  let pending: Promise<unknown> = Promise.resolve();
  /** One after the other: the documents of a later batch are newer. */
  const enqueue = (what: string, work: () => Promise<void>) => {
    pending = pending.then(() => retryUntilStopped(what, work, { log, stopped: stopped.signal }));
  };
  const purge = runEvery({
    work: () => finds.forgetBefore(since()),
    intervalMs: purgeIntervalMs,
    log,
    failureMessage: 'Failed to forget old listings',
  });

  return {
    begin: (viewsReady) => {
      enqueue('read the recent listings', async () => {
        await abortable(stopped.signal, viewsReady);
        stopped.signal.throwIfAborted();
        await fillIndex(finds, readListingsMatchedSince(views, new Date(since()).toISOString()), stopped.signal);
      });
    },
    applyBatch: ({ changed }) => {
      const ids = [...(changed.get(listings.view) ?? [])];
      if (ids.length === 0) return;
      enqueue('read new listings', async () => {
        const docs = await views.getMany<ListingDoc>(listings.view, ids);
        for (const [index, id] of ids.entries()) updateIndex(finds, id, docs[index] ?? null);
      });
    },
    search: async (around, search) => {
      await withTimeout(pending, searchTimeoutMs, () => {
        throw new StoreUnavailable('Recent listings are still loading');
      });
      return finds.search(around, search, { since: since(), limit: maxPreviewPins });
    },
    stop: async () => {
      await purge.stop();
      stopped.abort();
      await pending;
    },
  };
}

async function fillIndex(
  finds: RecentListingsIndex,
  docs: AsyncIterable<FoundListingDoc>,
  stopped: AbortSignal,
): Promise<void> {
  let filled = 0;
  for await (const doc of docs) {
    updateIndex(finds, doc.id, doc);
    filled += 1;
    stopped.throwIfAborted();
    if (filled % readBatchSize === 0) await yieldToEventLoop();
  }
}

function updateIndex(finds: RecentListingsIndex, listingId: string, doc: ListingDoc | null): void {
  if (doc?.status !== 'found') {
    finds.remove(listingId);
    return;
  }
  const { latitude, longitude, propertyType } = doc;
  const occasions = doc.news.map((one) => ({ ...one, at: Date.parse(one.at) }));
  finds.set({ listingId, latitude, longitude, propertyType, occasions });
}
