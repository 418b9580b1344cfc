import { pino } from 'pino';
import { expect, it } from 'vitest';
import { type Position, toPosition } from '#domain/shared/decider.ts';
import { announcements } from '#projections/announcement.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { createLiveUpdates } from './live-updates.ts';

const eventAt = (position: number): StoredEvent => ({
  id: `event-${position}`,
  type: 'AnnouncementPublished',
  stream: 'announcement-1',
  revision: position,
  position: toPosition(position),
  data: { message: String(position) },
  metadata: { actor: 'system', commandId: 'c', correlationId: 'c', at: '2026-01-01T00:00:00.000Z' },
});

/** What the listeners were notified of, in order. */
function openLiveUpdates() {
  const notices: [string, ...unknown[]][] = [];
  const record = (kind: string) => (events: StoredEvent[]) => {
    notices.push([kind, ...events.map(({ position }) => position)]);
    return Promise.resolve();
  };
  const live = createLiveUpdates({
    projections: [announcements],
    log: pino({ level: 'silent' }),
    handleNewEvents: record('new'),
    handleAppliedBatch: ({ events }) => record('applied')(events),
    handleGap: (isFirst) => {
      notices.push(['gap', isFirst]);
      return Promise.resolve();
    },
  });
  /** The positions of the events, and the position that the views have reached. */
  const receive = (after: number, positions: number[], applied: number) => {
    const [from, to] = [toPosition(after), toPosition(positions.at(-1) ?? after)];
    live.receive({ after: from, position: to, applied: toPosition(applied), events: positions.map(eventAt) });
  };
  return { ...live, notices, receive };
}

const settle = async ({ notices }: { notices: unknown[] }, count: number): Promise<void> => {
  await expect.poll(() => notices.length).toBe(count);
};

it('Live updates reach the listeners as they are new, and again once the views show them, each once', async () => {
  const live = openLiveUpdates();
  live.receive(5, [], 5);
  live.receive(5, [6, 7], 5);
  live.receive(7, [], 7);
  // Another relay sends from its checkpoint on.
  live.receive(6, [7, 8], 6);
  live.receive(8, [], 8);
  await settle(live, 5);
  expect(live.notices).toEqual([
    ['gap', true],
    ['new', 6, 7],
    ['applied', 6, 7],
    ['new', 8],
    ['applied', 8],
  ]);
});

it('Live updates are received from the first message on whose former events the views show', async () => {
  const live = openLiveUpdates();
  expect([live.isReceiving(), live.isSilent()]).toEqual([false, false]);
  live.receive(5, [], 3);
  live.receive(5, [], 4);
  expect(live.isReceiving()).toBe(false);
  live.receive(5, [], 5);
  await live.receiving;
  expect([live.isReceiving(), live.isSilent(), live.notices]).toEqual([true, false, [['gap', true]]]);
});

it('Live updates that were missed are noticed by the next message, also by a beat, once the views show them', async () => {
  const live = openLiveUpdates();
  live.receive(5, [], 5);
  live.receive(7, [8], 7);
  live.receive(8, [], 8);
  live.receive(9, [], 8);
  await settle(live, 4);
  expect(live.notices.slice(1)).toEqual([
    ['new', 8],
    ['gap', false],
    ['applied', 8],
  ]);
  live.receive(9, [], 9);
  await settle(live, 5);
  expect(live.notices.at(-1)).toEqual(['gap', false]);
});

it('Live updates that arrive faster than they are handled are dropped, and counted as missed', async () => {
  const live = openLiveUpdates();
  live.receive(0, [], 0);
  for (let position = 1; position <= 1000; position += 1) live.receive(position - 1, [position], position);
  const last: Position = toPosition(1000);
  await expect.poll(() => live.notices.length).toBeGreaterThan(300);
  live.receive(last, [], last);
  await expect.poll(() => live.notices.at(-1)).toEqual(['gap', false]);
});

it('Live updates go on where a listener fails', async () => {
  const applied: Position[] = [];
  const live = createLiveUpdates({
    projections: [announcements],
    log: pino({ level: 'silent' }),
    handleNewEvents: () => Promise.reject(new Error('broken')),
    handleAppliedBatch: ({ position, changed }) => {
      expect(changed).toEqual(new Map([[announcements.view, new Set(['latest'])]]));
      applied.push(position);
      return Promise.resolve();
    },
    handleGap: () => Promise.resolve(),
  });
  const [from, to] = [toPosition(0), toPosition(1)];
  live.receive({ after: from, position: to, applied: to, events: [eventAt(1)] });
  await expect.poll(() => applied).toEqual([to]);
});
