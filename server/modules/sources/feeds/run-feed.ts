import { randomUUID } from 'node:crypto';
import type { Intake } from '#server/modules/intake/index.ts';
import type { Feed } from '../feed-config/config.ts';
import { addResult, type PassStats } from './pass-stats.ts';
import { readFeedItems } from './feed-items.ts';
import type { CacheValidator, FeedFetcher } from './feed-fetcher.ts';

const batchSize = 200;

type RunFeedDeps = { sources: FeedFetcher; intake: Pick<Intake, 'take'> };

/**
 * Reads a feed once and takes in all its rows; resolves with its validators, or null if it is unchanged since `before`.
 * `stats` counts as it goes, so that an interrupted pass can report its progress. Throws FeedError, and the errors
 * of the intake.
 */
export async function runFeed(
  feed: Feed,
  { sources, intake }: RunFeedDeps,
  { before, stats, signal }: { before: CacheValidator | null; stats: PassStats; signal: AbortSignal },
): Promise<CacheValidator | null> {
  const read = await sources.read(feed, before, signal);
  if (read === null) return null;
  const passId = randomUUID();
  let batch: unknown[] = [];
  const take = async () => {
    const commandId = `feed:${passId}:${stats.rows}`;
    const sender = { actor: `intake:${feed.id}`, commandId, correlationId: passId, channel: 'feed' } as const;
    addResult(stats, await intake.take(feed.id, batch, sender), batch.length);
    batch = [];
  };
  for await (const item of readFeedItems(feed, read.raw)) {
    signal.throwIfAborted();
    if (batch.push(item) === batchSize) await take();
  }
  if (batch.length > 0) await take();
  return read.mark;
}
