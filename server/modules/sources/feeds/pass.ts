import { randomUUID } from 'node:crypto';
import type { Intake } from '#server/modules/intake/index.ts';
import type { Feed } from '../feed-config/config.ts';
import { addTo, type Figures } from './figures.ts';
import { itemsOf } from './items.ts';
import type { Mark, Sources } from './sources.ts';

const atOnce = 200;

type Parts = { sources: Sources; intake: Pick<Intake, 'take'> };

/**
 * Reads a feed once and takes all its rows in; resolves with its mark, or null when it is as it was `before`.
 * `figures` counts along, so that a pass that breaks off can say how far it came. Throws FeedFailure, and what the
 * intake throws.
 */
export async function runPass(
  feed: Feed,
  { sources, intake }: Parts,
  { before, figures, signal }: { before: Mark | null; figures: Figures; signal: AbortSignal },
): Promise<Mark | null> {
  const read = await sources.read(feed, before, signal);
  if (read === null) return null;
  const passId = randomUUID();
  let batch: unknown[] = [];
  const take = async () => {
    const sender = { actor: `intake:${feed.id}`, commandId: `feed:${passId}:${figures.rows}`, correlationId: passId };
    addTo(figures, await intake.take(feed.id, batch, sender), batch.length);
    batch = [];
  };
  for await (const item of itemsOf(feed, read.came)) {
    signal.throwIfAborted();
    if (batch.push(item) === atOnce) await take();
  }
  if (batch.length > 0) await take();
  return read.mark;
}
