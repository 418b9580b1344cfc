import { AsyncLocalStorage } from 'node:async_hooks';
import { type Position, start } from '#domain/shared/decider.ts';

type Note = { position: Position };

const notes = new AsyncLocalStorage<Note>();

/** Notes for the request under way that what its command led to stands in the log up to `position`. */
export function noteDurable(position: Position): void {
  const note = notes.getStore();
  if (note && position > note.position) note.position = position;
}

/** Does the work of a request; `durable` is how far a reader must have read to see all that it wrote. */
export async function noting<T>(work: () => Promise<T>): Promise<{ result: T; durable: Position }> {
  const note: Note = { position: start };
  const result = await notes.run(note, work);
  return { result, durable: note.position };
}
