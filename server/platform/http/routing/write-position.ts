import { AsyncLocalStorage } from 'node:async_hooks';
import { type Position, startPosition } from '#domain/shared/decider.ts';

type WritePosition = { position: Position };

const writePositions = new AsyncLocalStorage<WritePosition>();

/** Stores for the current request that the events of its command are in the log up to `position`. */
export function recordWritePosition(position: Position): void {
  const current = writePositions.getStore();
  if (current && position > current.position) current.position = position;
}

/** Runs a request; `durable` is the position that a reader must have read to see all that it wrote. */
export async function trackWritePosition<T>(work: () => Promise<T>): Promise<{ result: T; durable: Position }> {
  const current: WritePosition = { position: startPosition };
  const result = await writePositions.run(current, work);
  return { result, durable: current.position };
}
