import { expect, it } from 'vitest';
import { toPosition } from '#domain/shared/decider.ts';
import type { Doc } from '#projections/store/port.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { createChainProjection } from './chain-projection.ts';

const at = '2026-03-01T12:00:00.000Z';
const createEvent = (n: number, id = `event-${n}`): StoredEvent => ({
  stream: `s-${n}`,
  revision: 0,
  id,
  type: 'Heard',
  position: toPosition(n),
  data: {},
  metadata: { actor: 'system', commandId: 'c', correlationId: 'c', at },
});

/** A chain that continues after a position with the blocks as stored. */
async function openChain(stored: (Doc | null)[], after: number) {
  const docs = stored.filter((doc) => doc !== null);
  const chain = createChainProjection({
    get: () => Promise.resolve(null),
    list: () => Promise.resolve({ docs: docs as never[] }), // of the one type that is stored
  });
  await chain.begin(toPosition(after));
  return chain;
}

it('A chain that continues before its last hashes replaces them by those of what the log has there now', async () => {
  const former = await openChain([], 0);
  await former.add([1, 2, 3].map((n) => createEvent(n)));
  const stored = former.changes().map(({ doc }) => doc);
  const present = [createEvent(1), createEvent(2), createEvent(3, 'another'), createEvent(4)];
  const whole = await openChain([], 0);
  await whole.add(present);
  const continued = await openChain(stored, 2);
  await continued.add(present);
  expect(continued.end()).toEqual(whole.end());
});
