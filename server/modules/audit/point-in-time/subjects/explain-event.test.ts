import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { DomainEvent } from '#domain/event-catalog/events.ts';
import type { Metadata } from '#domain/shared/decider.ts';
import {
  toMarchNoon,
  alertsDelivered,
  listingFound,
  alertsMatched,
  userRegistered,
} from '#projections/testing/example-events.ts';
import { openTemporaryLog } from '#server/platform/event-store/testing/temporary-log.ts';
import { type EventStore, PositionNotInLog } from '#server/platform/event-store/port.ts';
import { renderExplanation } from '#server/cli/history/explain.ts';
import { explainEvent } from './explain-event.ts';

let events: EventStore;
beforeEach(async () => {
  events = openTemporaryLog();
  await command('user-ann', 'c1', [userRegistered('ann'), filters('ann', 1000)]);
  const [listing] = await command('listing-l', 'c2', [listingFound('l', 45_000)], { actor: 'intake:feed' });
  const scout = { actor: 'scout', correlationId: 'c2', ...(listing !== undefined && { causationId: listing }) };
  await command('alert-l-0', 'c3', [alertsMatched('l', 0, 'ann')], scout);
  await command('user-bob', 'c4', [userRegistered('bob')]);
  await command('alert-l-0', 'c5', [alertsDelivered('l', 0, toMarchNoon(2), 'ann')], scout);
  await command('user-ann', 'c6', [filters('ann', 2000)], { actor: 'ann' });
  await command('note-1', 'c7', [{ type: 'NoteTaken', data: { noteId: '1', action: 'a', details: 'b' } }], {
    correlationId: 'c6',
  });
});

function filters(userId: string, maxPrice: number): DomainEvent {
  return { type: 'FiltersUpdated', data: { userId, changes: { maxPrice } } };
}

async function command(stream: string, commandId: string, facts: DomainEvent[], own: Partial<Metadata> = {}) {
  const { revision } = await events.read(stream);
  const metadata = { actor: 'system', commandId, correlationId: commandId, at: toMarchNoon(1), ...own };
  const given = facts.map(({ type, data }) => ({ id: randomUUID(), type, data }));
  await events.append(stream, given, revision, metadata);
  return given.map(({ id }) => id);
}

it('The explanation of an event shows what a command saw and decided', async () => {
  const first = await explainEvent(events, 2);
  expect(first?.saw).toEqual({
    stream: 'user-ann',
    revision: -1,
    state: { state: { status: 'unregistered', revokedClaims: 0 } },
  });
  expect(first?.decided.map(({ type }) => type)).toEqual(['UserRegistered', 'FiltersUpdated']);
  const later = await explainEvent(events, 7);
  expect(later?.saw).toMatchObject({
    revision: 1,
    state: { state: { status: 'registered', filters: { maxPrice: 1000 } } },
  });
  expect(later?.decided.map(({ position }) => position)).toEqual([7]);
  expect(later?.related.map(({ type }) => type)).toEqual(['NoteTaken']);
});

it('The explanation of an event follows causes to their consequences, and back', async () => {
  const listing = await explainEvent(events, 3);
  expect(listing?.because).toEqual([]);
  expect(listing?.caused.map(({ event }) => event.type)).toEqual(['AlertsMatched', 'AlertsDelivered']);
  const alert = await explainEvent(events, 6);
  expect(alert?.because.map(({ type }) => type)).toEqual(['ListingFound']);
  expect(alert?.saw).toMatchObject({ stream: 'alert-l-0', revision: 0 });
  expect(alert?.related.map(({ type }) => type)).toEqual([]);
});

it('An event is found also where positions are not consecutive', async () => {
  const picky = {
    ...events,
    readAll: (after: Parameters<EventStore['readAll']>[0], limit: number) =>
      limit === 1 ? Promise.reject(new PositionNotInLog(after)) : events.readAll(after, limit),
  };
  expect((await explainEvent(picky, 3))?.event.type).toBe('ListingFound');
  expect(await explainEvent(picky, 99)).toBeNull();
});

it('The explanation of an event is readable as a page of text, or as JSON', async () => {
  const text = await renderExplanation(events, 6, false);
  expect(text).toMatch(/Because of\n +3 .*ListingFound/);
  expect(text).toMatch(/Saw\n {2}alert-l-0 at revision 0\n[^]*"waiting": \{\n +"ann"/);
  expect(text).toMatch(/Caused\n {2}nothing/);
  const json = JSON.parse(await renderExplanation(events, 3, true)) as { caused: unknown[] };
  expect(json.caused).toHaveLength(2);
  await expect(renderExplanation(events, 99, false)).rejects.toThrow('There is no event at position 99');
});
