import {
  type ComparablesIndex,
  type ComparableSearch,
  createComparablesIndex,
} from '#domain/deal/comparables-index.ts';
import { dealDays } from '#domain/deal/contract.ts';
import { measurePrice } from '#domain/deal/measure-price.ts';
import { maxPreviewPins, previewDays } from '#domain/matching/preview.contract.ts';
import type { Point } from '#domain/geo/distance.ts';
import type { SearchCriteria } from '#domain/matching/match-rules.ts';
import {
  createRecentListingsIndex,
  type RecentListingsIndex,
  type RecentMatch,
} from '#domain/matching/recent-listings-index.ts';
import { type FoundListingDoc, type ListingDoc, listings, readListingsMatchedSince } from '#projections/listings.ts';
import { StoreUnavailable } from '#projections/store/port.ts';
import { dayMs } from '#server/lib/clock.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import type { AppliedBatch } from '#server/platform/projector/view-group.ts';
import { abortable } from '#server/lib/abortable.ts';
import { withTimeout, yieldToEventLoop } from '#server/lib/delay.ts';
import { runEvery } from '#server/lib/scheduler.ts';
import { retryUntilStopped } from '#server/lib/retry.ts';

const windowMs = previewDays * dayMs;
const dealWindowMs = dealDays * dayMs;
const readBatchSize = 500;
const searchTimeoutMs = 5000;
const purgeIntervalMs = 60 * 60 * 1000;

/** The listings found in the last 30 days, and the prices of those of the last 365, in memory. */
export type RecentListingsSearch = {
  /** Reads the view in the background, also again where changes were missed. */
  begin: (viewsReady: Promise<unknown>) => void;
  /** Applies the changes of a batch in the background. */
  applyBatch: (batch: Pick<AppliedBatch, 'changed'>) => void;
  /**
   * How many listings matched, the newest of them, and how many are known in all; waits for the batches that it has
   * received. The last one that the view has applied may not be among them. Throws StoreUnavailable where that takes too
   * long, as while the view is being built.
   */
  search: (around: Point, search: SearchCriteria) => Promise<{ count: number; latest: RecentMatch[]; known: number }>;
  /** Of the other listings of a type that tell their size, as far as they are known now: nothing is waited for. */
  listPricesPerUnit: (around: Point, search: Omit<ComparableSearch, 'since'>) => number[];
  stop: () => Promise<void>;
};

type Indexes = { finds: RecentListingsIndex; comparables: ComparablesIndex };

type RecentListingsSearchDeps = Pick<Platform, 'views' | 'clock' | 'log'>;

/** The view holds the present and past state of each listing, so a restart changes nothing. */
export function startRecentListingsSearch({ views, clock, log }: RecentListingsSearchDeps): RecentListingsSearch {
  let indexes = createIndexes();
  const stopped = new AbortController();
  const since = () => clock().getTime() - windowMs;
  const dealsSince = () => clock().getTime() - dealWindowMs;
  let pending: Promise<unknown> = Promise.resolve();
  /** One after the other: the documents of a later batch are newer. */
  const enqueue = (what: string, work: () => Promise<void>) => {
    pending = pending.then(() => retryUntilStopped(what, work, { log, stopped: stopped.signal }));
  };
  const purge = runEvery({
    work: () => {
      indexes.finds.forgetBefore(since());
      indexes.comparables.forgetBefore(dealsSince());
    },
    intervalMs: purgeIntervalMs,
    log,
    failureMessage: 'Failed to forget old listings',
  });

  return {
    begin: (viewsReady) => {
      enqueue('read the recent listings', async () => {
        await abortable(stopped.signal, viewsReady);
        stopped.signal.throwIfAborted();
        const docs = readListingsMatchedSince(views, new Date(dealsSince()).toISOString());
        const filled = createIndexes();
        await fillIndexes(filled, docs, stopped.signal);
        filled.finds.forgetBefore(since());
        indexes = filled;
      });
    },
    applyBatch: ({ changed }) => {
      const ids = [...(changed.get(listings.view) ?? [])];
      if (ids.length === 0) return;
      enqueue('read new listings', async () => {
        const docs = await views.getMany<ListingDoc>(listings.view, ids);
        for (const [index, id] of ids.entries()) updateIndexes(indexes, id, docs[index] ?? null);
      });
    },
    search: async (around, search) => {
      await withTimeout(pending, searchTimeoutMs, () => {
        throw new StoreUnavailable('Recent listings are still loading');
      });
      const found = indexes.finds.search(around, search, { since: since(), limit: maxPreviewPins });
      return { ...found, known: indexes.finds.size() };
    },
    listPricesPerUnit: (around, search) => indexes.comparables.listPrices(around, { ...search, since: dealsSince() }),
    stop: async () => {
      await purge.stop();
      stopped.abort();
      await pending;
    },
  };
}

function createIndexes(): Indexes {
  return { finds: createRecentListingsIndex(), comparables: createComparablesIndex() };
}

async function fillIndexes(
  indexes: Indexes,
  docs: AsyncIterable<FoundListingDoc>,
  stopped: AbortSignal,
): Promise<void> {
  let filled = 0;
  for await (const doc of docs) {
    updateIndexes(indexes, doc.id, doc);
    filled += 1;
    stopped.throwIfAborted();
    if (filled % readBatchSize === 0) await yieldToEventLoop();
  }
}

function updateIndexes({ finds, comparables }: Indexes, listingId: string, doc: ListingDoc | null): void {
  if (doc?.status !== 'found') {
    finds.remove(listingId);
    comparables.remove(listingId);
    return;
  }
  const { latitude, longitude, propertyType } = doc;
  const occasions = doc.news.map((one) => ({ ...one, at: Date.parse(one.at) }));
  finds.set({ listingId, latitude, longitude, propertyType, occasions });
  const measured = measurePrice(doc);
  if (measured === null) comparables.remove(listingId);
  else {
    const { pricePerUnit } = measured;
    comparables.set({ listingId, latitude, longitude, propertyType, pricePerUnit, at: Date.parse(doc.newsAt) });
  }
}
