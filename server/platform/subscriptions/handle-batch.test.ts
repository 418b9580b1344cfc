import { expect, it } from 'vitest';
import { startPosition, toPosition } from '#domain/shared/decider.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { createUnsavedCheckpoint } from './checkpoints.ts';
import { handleBatch } from './handle-batch.ts';

const createEvent = (n: number): StoredEvent => ({
  stream: `s-${n}`,
  revision: 0,
  id: `event-${n}`,
  type: 'Heard',
  position: toPosition(n),
  data: {},
  metadata: { actor: 'system', commandId: 'c', correlationId: 'c', at: '2026-03-01T12:00:00.000Z' },
});

it('A subscriber is notified of an event that was set aside, once that is durable, and of no other', async () => {
  const steps: string[] = [];
  const subscriber = {
    name: 'tally',
    handle: (events: StoredEvent[]) =>
      events.some(({ id }) => id === 'event-2') ? Promise.reject(new Error('Bad')) : Promise.resolve(),
    checkpoint: createUnsavedCheckpoint(() => Promise.resolve(startPosition)),
    skip: ({ id }: StoredEvent) => void steps.push(`skip ${id}`),
  };
  await handleBatch(subscriber, [1, 2, 3].map(createEvent), {
    log: { warn: () => undefined },
    stopped: new AbortController().signal,
    setAside: ({ event }) => Promise.resolve(void steps.push(`set aside ${event.position}`)),
  });
  expect(steps).toEqual(['set aside 2', 'skip event-2']);
});
