import { randomUUID } from 'node:crypto';
import type { AllStreamResolvedEvent } from '@eventstore/db-client';
import { expect, it } from 'vitest';
import type { Position } from '#domain/shared/decider.ts';
import { createBatcher } from './batches.ts';

const at = (place: number, type = 'Happened'): AllStreamResolvedEvent => {
  const position = { commit: BigInt(place), prepare: BigInt(place) };
  const event = {
    id: randomUUID(),
    streamId: 's',
    type,
    revision: 0n,
    data: {},
    created: new Date(),
    metadata: undefined,
  };
  return { event: { ...event, isJson: true, position }, commitPosition: position.commit };
};
/** Batches of what was put there. */
function given() {
  const ready: AllStreamResolvedEvent[] = [];
  const cut = createBatcher(() => ready.shift() ?? null);
  return {
    put: (...events: AllStreamResolvedEvent[]) => ready.push(...events),
    /** A checkpoint message of the server: buffered events came before it. */
    mark: (position: number) => cut.mark(position as Position, ready.length),
    taken: () => {
      const batch = cut.take();
      return batch && { at: batch.events.map(({ position }) => position), goOn: batch.position };
    },
  };
}

it('A batch contains what is buffered, and there is none when nothing is', () => {
  const { put, taken } = given();
  expect(taken()).toBeNull();
  put(at(10), at(20));
  expect(taken()).toEqual({ at: [10, 20], goOn: 20 });
  expect(taken()).toBeNull();
});

it('A batch contains at most 500 events', () => {
  const { put, taken } = given();
  put(...Array.from({ length: 501 }, (_, n) => at(n + 1)));
  expect(taken()?.at).toHaveLength(500);
  expect(taken()).toEqual({ at: [501], goOn: 501 });
});

it('A batch continues after the events that it leaves out', () => {
  const { put, taken } = given();
  put(at(10), at(20, '$stats'));
  expect(taken()).toEqual({ at: [10], goOn: 20 });
});

it('A batch continues after a checkpoint, but not before all earlier events were taken', () => {
  const { put, mark, taken } = given();
  mark(5);
  expect(taken()).toEqual({ at: [], goOn: 5 });
  put(...Array.from({ length: 600 }, (_, n) => at(n + 10)));
  mark(900);
  expect(taken()?.goOn).toBe(509);
  expect(taken()?.goOn).toBe(900);
});

it('A batch never goes back to a checkpoint that events have passed', () => {
  const { put, mark, taken } = given();
  put(at(10));
  mark(15);
  put(at(20));
  expect(taken()).toEqual({ at: [10, 20], goOn: 20 });
});
