import { expect, it } from 'vitest';
import type { Position } from '#domain/shared/decider.ts';
import { noStream, type StoredEvent } from '#server/platform/event-store/port.ts';
import { createStreamCache } from './stream-cache.ts';

/** A log that counts the events read from it. */
function given() {
  const streams = new Map<string, StoredEvent[]>();
  let now = 0;
  let counted = 0;
  const append = (stream: string, ...types: string[]) => {
    const before = streams.get(stream) ?? [];
    const events = types.map((type, index): StoredEvent => {
      const metadata = { actor: 'a', commandId: 'c', correlationId: 'c', at: '2026-03-01T12:00:00.000Z' };
      const revision = before.length + index;
      return { type, data: {}, id: 'e', stream, revision, position: (revision + 1) as Position, metadata };
    });
    streams.set(stream, [...before, ...events]);
  };
  const read = createStreamCache(
    {
      read: (stream: string, from = 0) => {
        const all = streams.get(stream) ?? [];
        const events = all.slice(from);
        counted += events.length;
        return Promise.resolve({ events, revision: all.length === 0 ? noStream : all.length - 1 });
      },
    },
    () => now,
  );
  const lengths = async (stream: string) => (await read(stream)).length;
  return { append, lengths, counted: () => counted, later: (ms: number) => (now += ms) };
}

it('Of a stream that was read a moment ago, only new events are read', async () => {
  const { append, lengths, counted } = given();
  append('s', 'A', 'B');
  expect(await lengths('s')).toBe(2);
  expect(await lengths('s')).toBe(2);
  append('s', 'C');
  expect(await lengths('s')).toBe(3);
  expect(counted()).toBe(3);
});

it('Streams that are not requested again are removed, and no more are kept than fit', async () => {
  const { append, lengths, counted, later } = given();
  append('s', 'A');
  await lengths('s');
  later(3 * 60_000);
  await lengths('s');
  expect(counted()).toBe(2);
  append('long', ...Array.from({ length: 50_000 }, () => 'A'));
  await lengths('long');
  const before = counted();
  await lengths('s');
  expect(counted()).toBe(before + 1);
});
