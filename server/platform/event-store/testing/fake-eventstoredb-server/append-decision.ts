/** -1 is no stream. */
export type ExpectedRevision = number | 'any' | 'stream_exists';
type KnownEvent = { stream: string; revision: number; id: string };
export type AppendDecision<E> = 'write' | 'wrong' | 'deleted' | { already: E };

/**
 * The input of the decision on an append. `inMemory` finds an event by its id, as long as the server has not restarted.
 */
export type StreamState<E> = {
  stream: string;
  events: readonly E[];
  isDeleted: boolean;
  inMemory: (id: string) => E | undefined;
};

/**
 * Whether an append is written, was written already, or is rejected. Revisions decide where they are exact, else ids.
 */
export function decideAppend<E extends KnownEvent>(
  streamState: StreamState<E>,
  ids: string[],
  expected: ExpectedRevision,
): AppendDecision<E> {
  const { events, isDeleted } = streamState;
  if (typeof expected === 'number') return decideByRevision(streamState, ids, expected);
  if (expected === 'stream_exists') {
    if (isDeleted) return 'deleted';
    if (events.length === 0) return 'wrong';
  }
  return decideByIds(streamState, ids);
}

function decideByRevision<E extends KnownEvent>(
  { events, isDeleted }: StreamState<E>,
  ids: string[],
  expected: number,
): AppendDecision<E> {
  const current = events.length - 1;
  if (expected === current) return 'write';
  if (expected > current) return 'wrong';
  const differs = ids.findIndex((id, index) => events[expected + 1 + index]?.id !== id);
  if (differs === 0 && expected === -1 && isDeleted) return 'write';
  const last = events[expected + ids.length];
  return differs >= 0 || ids.length === 0 || !last ? 'wrong' : { already: last };
}

function decideByIds<E extends KnownEvent>({ stream, inMemory }: StreamState<E>, ids: string[]): AppendDecision<E> {
  const found = ids.map(inMemory).map((event) => (event?.stream === stream ? event : undefined));
  const last = found.at(-1);
  if (found[0] === undefined) return 'write';
  return last === undefined || found.includes(undefined) ? 'wrong' : { already: last };
}
