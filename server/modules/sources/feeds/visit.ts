import type { Logger } from 'pino';
import { type Documents, StoreUnavailable } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { Intake } from '#server/modules/intake/index.ts';
import type { Feed } from '../feed-config/config.ts';
import { FeedFailure } from '../feed-config/failure.ts';
import { type Figures, noFigures } from './figures.ts';
import { runPass } from './pass.ts';
import { newSource, type SourceDoc, space } from './source-doc.ts';
import type { Mark, Sources } from './sources.ts';

type Parts = {
  intake: Pick<Intake, 'take'>;
  documents: Documents;
  clock: Clock;
  log: Logger;
  sources: Sources;
  passed?: (feed: Feed) => void;
  signal: AbortSignal;
};
type Seen = { mark: Mark | null; figures: Figures; failure: FeedFailure | null };

/** Seconds. After failures the pause doubles up to here, where the feed's own is not longer anyway. */
const longestPause = 6 * 60 * 60;

/** Reads a feed once, writes a line of figures, and keeps what is then known of the source. */
export function visitor({ intake, documents, clock, log, sources, passed, signal }: Parts) {
  const look = async (feed: Feed, before: Mark | null): Promise<Seen> => {
    const figures = noFigures();
    try {
      const mark = await runPass(feed, { sources, intake }, { before, figures, signal });
      return { mark, figures, failure: null };
    } catch (error) {
      signal.throwIfAborted();
      return { mark: null, figures, failure: failureOf(error, feed, log) };
    }
  };

  return async (feed: Feed): Promise<SourceDoc> => {
    const begun = clock();
    const kept = await documents.get<SourceDoc>(space, feed.id);
    const before = kept?.version === feed.version ? kept : newSource(feed, begun.toISOString());
    const seen = await look(feed, before.mark);
    const doc = after(feed, before, seen, { begun, ended: clock() });
    await documents.put(space, doc);
    if (seen.failure === null) passed?.(feed);
    report(log, doc, seen);
    return doc;
  };
}

type Times = { begun: Date; ended: Date };

function after(feed: Feed, before: SourceDoc, { mark, figures, failure }: Seen, { begun, ended }: Times): SourceDoc {
  const failures = failure === null ? 0 : before.failures + 1;
  const pause = 1000 * pauseOf(feed, failures, failure?.retryAfter ?? 0);
  const pass = { readAt: begun.toISOString(), figures, milliseconds: ended.getTime() - begun.getTime() };
  // A pass that broke off has no mark, so that the next reads everything again.
  const read = mark !== null || figures.rows > 0 ? { ...pass, mark } : {};
  return {
    ...before,
    ...read,
    checkedAt: begun.toISOString(),
    nextAt: new Date(ended.getTime() + pause).toISOString(),
    problem: failure?.message ?? null,
    failures,
  };
}

function pauseOf({ everySeconds }: Feed, failures: number, retryAfter: number): number {
  const doubled = Math.min(everySeconds * 2 ** failures, Math.max(everySeconds, longestPause));
  return Math.max(doubled, Math.min(retryAfter, 24 * 60 * 60));
}

function failureOf(error: unknown, { id }: Feed, log: Logger): FeedFailure {
  if (error instanceof FeedFailure) return error;
  if (error instanceof StoreUnavailable) return new FeedFailure('The listings could not be stored', { cause: error });
  log.error({ err: error, feed: id }, 'A feed broke off unexpectedly');
  return new FeedFailure('The reading broke off unexpectedly', { cause: error });
}

function report(log: Logger, { id, problem, milliseconds }: SourceDoc, { figures, mark }: Seen): void {
  if (problem !== null) log.warn({ feed: id, problem, ...figures }, 'A feed could not be read to its end');
  else if (mark === null) log.debug({ feed: id }, 'A feed has not changed');
  else log.info({ feed: id, milliseconds, ...figures }, 'A feed was read');
}
