import { describe, expect, it } from 'vitest';
import { type Position, startPosition } from '#domain/shared/decider.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { createEventWindow } from './event-window.ts';

const metadata = { actor: 'system', commandId: 'c', correlationId: 'c', at: '2026-01-01T00:00:00.000Z' };
const at = (position: number) => position as Position;
const createEvents = (...positions: number[]): StoredEvent[] =>
  positions.map((position) => {
    return {
      id: `e-${position}`,
      type: 'Counted',
      data: {},
      stream: 's',
      revision: 0,
      position: at(position),
      metadata,
    };
  });
const open = (maxEvents: number, decrypt = (events: StoredEvent[]) => Promise.resolve(events)) =>
  createEventWindow(startPosition, { maxEvents, decrypt });

describe('the window of events', () => {
  it('The window of events drops the oldest beyond its bound, and knows that it no longer contains their positions', () => {
    const window = open(4);
    for (const position of [1, 2, 3, 4, 5, 6]) window.push(createEvents(position));
    expect([0, 1, 2, 3].map((position) => window.contains(at(position)))).toEqual([false, false, true, true]);
    expect(window.measureAfter(at(2)).events).toBe(4);
  });

  it('The window of events frees what no reader needs, and reads what is after a position in batches', () => {
    const window = open(100);
    window.push(createEvents(1, 2, 3));
    window.push(createEvents(4, 5));
    window.push(createEvents(6));
    window.trim(at(3));
    expect(window.contains(at(2))).toBe(false);
    const read = (position: number, limit: number) =>
      window.readAfter(at(position), limit).map(({ encrypted }) => encrypted.map((event) => event.position));
    expect(read(3, 2)).toEqual([[4, 5]]);
    expect(read(4, 3)).toEqual([[4, 5], [6]]);
    expect(read(6, 3)).toEqual([]);
  });

  it('The window of events takes no event twice', () => {
    const window = open(100);
    window.push(createEvents(1, 2));
    window.push(createEvents(2, 3));
    expect(window.measureAfter(startPosition).events).toBe(3);
  });

  it('The window of events decrypts a batch again when that failed', async () => {
    let tries = 0;
    const window = open(100, (events) => {
      tries += 1;
      return tries === 1 ? Promise.reject(new Error('away')) : Promise.resolve(events);
    });
    window.push(createEvents(1));
    const [batch] = window.readAfter(startPosition, 10);
    await expect(batch?.decrypted()).rejects.toThrow('away');
    expect(await batch?.decrypted()).toHaveLength(1);
    expect(await batch?.decrypted()).toHaveLength(1);
    expect(tries).toBe(2);
  });
});
