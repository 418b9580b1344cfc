import { randomUUID } from 'node:crypto';
import type { Intake } from '../../intake/intake.ts';
import type { Feed } from './config.ts';
import { addTo, type Figures } from './figures.ts';
import { compileMapping } from './mapping.ts';
import { rowsOf } from './rows.ts';
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
  const { columns, itemOf } = compileMapping(feed.mapping);
  const passId = randomUUID();
  let batch: unknown[] = [];
  const take = async () => {
    const sender = { actor: `intake:${feed.id}`, commandId: `feed:${passId}:${figures.rows}`, correlationId: passId };
    addTo(figures, await intake.take(feed.id, batch, sender), batch.length);
    batch = [];
  };
  for await (const row of rowsOf(feed, read.bytes, columns)) {
    signal.throwIfAborted();
    if (batch.push(itemOf(row)) === atOnce) await take();
  }
  if (batch.length > 0) await take();
  return read.mark;
}
