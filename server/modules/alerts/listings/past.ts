import { once } from 'node:events';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { previewDays } from '#domain/matching/preview.contract.ts';
import type { Point } from '#domain/geo/distance.ts';
import type { Search } from '#domain/matching/fit.ts';
import { createPastFinds, type PastFinds, type PastMatch } from '#domain/matching/past-finds.ts';
import { type FoundListingDoc, type ListingDoc, listings, newsSince } from '#projections/listings.ts';
import { StoreUnavailable, type ViewReader } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { Applied } from '#server/platform/projector/projector.ts';
import { untilItWorks } from '#server/lib/until-it-works.ts';

const days = previewDays * 24 * 60 * 60 * 1000;
const shown = 3;
const readAtOnce = 500;
const patience = 5000;
const forgetEvery = 60 * 60 * 1000;

/** What was found in the last 30 days, in memory. */
export type Past = {
  /** Reads what the view has, in the background. */
  begin: (viewsReady: Promise<void>) => void;
  /** Takes in what a batch has changed, in the background. */
  applied: (batch: Pick<Applied, 'changed'>) => void;
  /**
   * How many finds had matched, and the newest three; waits until all that was applied is known. Throws
   * StoreUnavailable where that takes too long, as while the view is being built.
   */
  search: (around: Point, search: Search) => Promise<{ count: number; latest: PastMatch[] }>;
  stop: () => Promise<void>;
};

type Parts = { views: ViewReader; clock: Clock; log: Logger };

/** The view tells what a listing is and was, so that a restart changes nothing. */
export function createPast({ views, clock, log }: Parts): Past {
  const finds = createPastFinds();
  const stopped = new AbortController();
  const hasStopped = once(stopped.signal, 'abort');
  const since = () => clock().getTime() - days;
  let settled: Promise<unknown> = Promise.resolve();
  /** One after the other: the documents of a later batch are newer. */
  const then = (what: string, work: () => Promise<void>) => {
    settled = settled.then(() => untilItWorks(what, work, { log, stopped: stopped.signal }));
  };
  const forgetting = setInterval(() => finds.forgetBefore(since()), forgetEvery).unref();

  return {
    begin: (viewsReady) => {
      then('Reading the listings of the last days', async () => {
        await Promise.race([viewsReady, hasStopped]);
        stopped.signal.throwIfAborted();
        await fill(finds, newsSince(views, new Date(since()).toISOString()), stopped.signal);
      });
    },
    applied: ({ changed }) => {
      const ids = [...(changed.get(listings.view) ?? [])];
      if (ids.length === 0) return;
      then('Reading new listings', async () => {
        const docs = await views.getMany<ListingDoc>(listings.view, ids);
        for (const [index, id] of ids.entries()) keep(finds, id, docs[index] ?? null);
      });
    },
    search: async (around, search) => {
      const late = setTimeout(patience, 'late', { ref: false });
      if ((await Promise.race([settled, late])) === 'late') throw new StoreUnavailable('The past is still being read');
      return finds.search(around, search, { since: since(), limit: shown });
    },
    stop: async () => {
      clearInterval(forgetting);
      stopped.abort();
      await settled;
    },
  };
}

async function fill(finds: PastFinds, docs: AsyncIterable<FoundListingDoc>, stopped: AbortSignal): Promise<void> {
  let filled = 0;
  for await (const doc of docs) {
    keep(finds, doc.id, doc);
    filled += 1;
    stopped.throwIfAborted();
    if (filled % readAtOnce === 0) await setImmediate();
  }
}

function keep(finds: PastFinds, listingId: string, doc: ListingDoc | null): void {
  if (doc?.status !== 'found') {
    finds.remove(listingId);
    return;
  }
  const { latitude, longitude, propertyType } = doc;
  const news = doc.news.map((one) => ({ ...one, at: Date.parse(one.at) }));
  finds.set({ listingId, latitude, longitude, propertyType, news });
}
