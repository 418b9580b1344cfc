import type { Logger } from 'pino';
import { StoreUnavailable } from '#projections/store/port.ts';
import { updateDocument } from '#projections/store/update-document.ts';
import type { Intake } from '#server/modules/intake/index.ts';
import type { DocumentDeps } from '#server/platform/modules/platform.ts';
import type { Feed } from '../feed-config/config.ts';
import { FeedError } from '../feed-config/feed-error.ts';
import { type PassStats, createPassStats } from './pass-stats.ts';
import { runFeed } from './run-feed.ts';
import { createFeedState, type FeedState, sourcesSpace } from './feed-state.ts';
import type { CacheValidator, FeedFetcher } from './feed-fetcher.ts';

type FeedReaderDeps = DocumentDeps & {
  intake: Pick<Intake, 'take'>;
  sources: FeedFetcher;
  onPass?: (feed: Feed) => void;
  signal: AbortSignal;
};
type ReadResult = { mark: CacheValidator | null; stats: PassStats; failure: FeedError | null };

/** Seconds. After failures the interval doubles up to this limit, unless the feed's own interval is longer. */
const maxPauseSeconds = 6 * 60 * 60;

/** Reads a feed once, logs its statistics, and stores the new state of the source. */
export function createFeedReader({ intake, documents, clock, log, sources, onPass, signal }: FeedReaderDeps) {
  const readOnce = async (feed: Feed, before: CacheValidator | null): Promise<ReadResult> => {
    const stats = createPassStats();
    try {
      const mark = await runFeed(feed, { sources, intake }, { before, stats, signal });
      return { mark, stats, failure: null };
    } catch (error) {
      signal.throwIfAborted();
      return { mark: null, stats, failure: hideAddress(toFeedError(error, feed, log), feed) };
    }
  };

  return async (feed: Feed): Promise<FeedState> => {
    const startedAt = clock();
    const toOwnState = (storedState: FeedState | null) =>
      storedState?.version === feed.version ? storedState : createFeedState(feed, startedAt.toISOString());
    const { mark } = toOwnState(await documents.get<FeedState>(sourcesSpace, feed.id));
    const result = await readOnce(feed, mark);
    const times = { startedAt, endedAt: clock() };
    const next = (storedState: FeedState | null) => nextState(feed, toOwnState(storedState), result, times);
    const doc = await updateDocument(documents, { space: sourcesSpace, id: feed.id }, next);
    if (result.failure === null) onPass?.(feed);
    logResult(log, doc, result);
    return doc;
  };
}

type ReadTimes = { startedAt: Date; endedAt: Date };

function nextState(
  feed: Feed,
  before: FeedState,
  { mark, stats, failure }: ReadResult,
  { startedAt, endedAt }: ReadTimes,
): FeedState {
  const failures = failure === null ? 0 : before.failures + 1;
  const pause = 1000 * computePauseSeconds(feed, failures, failure?.retryAfter ?? 0);
  const pass = {
    readAt: startedAt.toISOString(),
    figures: stats,
    milliseconds: endedAt.getTime() - startedAt.getTime(),
  };
  // An interrupted pass stores no validators, so that the next one reads everything again.
  const read = mark !== null || stats.rows > 0 ? { ...pass, mark } : {};
  return {
    ...before,
    ...read,
    checkedAt: startedAt.toISOString(),
    nextAt: new Date(endedAt.getTime() + pause).toISOString(),
    problem: failure?.message ?? null,
    failures,
  };
}

function computePauseSeconds({ everySeconds }: Feed, failures: number, retryAfter: number): number {
  const doubled = Math.min(everySeconds * 2 ** failures, Math.max(everySeconds, maxPauseSeconds));
  return Math.max(doubled, Math.min(retryAfter, 24 * 60 * 60));
}

function toFeedError(error: unknown, { id }: Feed, log: Logger): FeedError {
  if (error instanceof FeedError) return error;
  if (error instanceof StoreUnavailable) return new FeedError('The listings could not be stored', { cause: error });
  log.error({ err: error, feed: id }, 'Unexpected error while reading the feed');
  return new FeedError('The run ended unexpectedly', { cause: error });
}

/** Failures are in logs, events and mails: those of a saved feed do not say where it is read from. */
function hideAddress(error: FeedError, { isSaved, url }: Feed): FeedError {
  if (!isSaved || url === undefined) return error;
  const { host, hostname } = new URL(url);
  const message = error.message.replaceAll(host, 'The source').replaceAll(hostname, 'the source');
  return new FeedError(message, error);
}

function logResult(log: Logger, { id, problem, milliseconds }: FeedState, { stats, mark }: ReadResult): void {
  if (problem !== null) log.warn({ feed: id, problem, ...stats }, 'Failed to read the whole feed');
  else if (mark === null) log.debug({ feed: id }, 'Feed has not changed');
  else log.info({ feed: id, milliseconds, ...stats }, 'Read the feed');
}
