import { expect, it } from 'vitest';
import { type Position, toPosition } from '#domain/shared/decider.ts';
import { announcements } from '#projections/announcement.ts';
import { users } from '#projections/users.ts';
import { StoreUnavailable } from '#projections/store/port.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { createRelay, type RelayDeps, type RelayMessage } from './relay.ts';

const now = new Date('2026-01-01T12:00:00.000Z');
const eventAt = (position: number, { type = 'AnnouncementPublished', text = '', at = now } = {}): StoredEvent => ({
  id: `event-${position}`,
  type,
  stream: 'announcement-1',
  revision: position,
  position: toPosition(position),
  data: { message: text },
  metadata: { actor: 'system', commandId: 'c', correlationId: 'c', at: at.toISOString() },
});
const running = new AbortController().signal;

/** A relay whose checkpoint is 5, and what it sent. */
async function openRelay(changes: Partial<RelayDeps> = {}) {
  const messages: RelayMessage[] = [];
  const waits: [view: string, position: Position][] = [];
  const relay = createRelay({
    events: { head: () => Promise.resolve(toPosition(20)), readAll: () => Promise.resolve([]) },
    views: { checkpoints: () => Promise.resolve(new Map()) },
    projections: [announcements, users],
    tracker: {
      waitUntilApplied: (position, _stopped, views = []) => {
        waits.push([views.join(), position]);
        return Promise.resolve();
      },
    },
    clock: () => now,
    checkpoint: { load: () => Promise.resolve(toPosition(5)), save: () => Promise.resolve() },
    publish: (message) => {
      messages.push(message);
      return Promise.resolve();
    },
    ...changes,
  });
  /** After, position, applied, and the positions of the events of each message. */
  const listSent = () =>
    messages.map(({ after, position, applied, events }) => [
      ...[after, position, applied],
      events.map((event) => event.position),
    ]);
  await relay.sendBeat();
  const start = await relay.subscriber.checkpoint.load();
  return {
    ...relay,
    start,
    listSent,
    waits,
    handle: (...events: StoredEvent[]) => relay.subscriber.handle(events, running),
  };
}

it('The relay sends events at once, and their positions again once the views that handle them show them', async () => {
  const { handle, listSent, waits, sendBeat } = await openRelay();
  await handle(eventAt(6), eventAt(7), eventAt(9, { type: 'PaymentReported' }));
  await sendBeat();
  expect(listSent()).toEqual([
    [5, 9, 5, [6, 7, 9]],
    [9, 9, 9, []],
    [9, 9, 9, []],
  ]);
  expect(waits).toEqual([[announcements.view, 7]]);
});

it('The relay splits a batch into messages of a bounded size, each of which follows that before it', async () => {
  const { handle, listSent } = await openRelay();
  const text = 'x'.repeat(300_000);
  await handle(...[6, 7, 8, 9, 10].map((position) => eventAt(position, { text })));
  expect(listSent()).toEqual([
    [5, 7, 5, [6, 7]],
    [7, 9, 5, [8, 9]],
    [9, 10, 5, [10]],
    [10, 10, 10, []],
  ]);
});

it('The relay sends no part of a batch again that it has sent, where a later part failed', async () => {
  const text = 'x'.repeat(600_000);
  const sent: number[] = [];
  let fails = true;
  const { handle } = await openRelay({
    publish: ({ events }) => {
      const [position] = events.map((event) => event.position);
      if (position === undefined) return Promise.resolve();
      if (position === 7 && fails) return Promise.reject(new StoreUnavailable('Away'));
      sent.push(position);
      return Promise.resolve();
    },
  });
  const batch = [6, 7].map((position) => eventAt(position, { text }));
  await expect(handle(...batch)).rejects.toThrow(StoreUnavailable);
  fails = false;
  await handle(...batch);
  expect(sent).toEqual([6, 7]);
});

it('The relay goes on at its checkpoint, and after a long absence at the first event that a view does not show yet', async () => {
  const readAll = (minutes: number) => () =>
    Promise.resolve([eventAt(6, { at: new Date(now.getTime() - minutes * 60_000) })]);
  const checkpoints = new Map([
    [announcements.view, toPosition(17)],
    ['history-chain', toPosition(3)],
  ]);
  const opened = (minutes: number) =>
    openRelay({
      events: { head: () => Promise.resolve(toPosition(20)), readAll: readAll(minutes) },
      views: { checkpoints: () => Promise.resolve(checkpoints) },
    });
  expect((await opened(1)).start).toBe(5);
  const late = await opened(60);
  await late.sendBeat();
  expect([late.start, late.listSent()]).toEqual([17, [[17, 17, 17, []]]]);
});
