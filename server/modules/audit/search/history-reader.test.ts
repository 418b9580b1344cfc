import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { history } from '#projections/history.ts';
import type { LeasedViewStore } from '#projections/store/port.ts';
import { openSqliteViewStore } from '#projections/store/sqlite/sqlite.ts';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import { type EventStore, noStream } from '#server/platform/event-store/port.ts';
import { openSqliteEventStore } from '#server/platform/event-store/sqlite/sqlite.ts';
import { yieldToEventLoop } from '#server/lib/delay.ts';
import { repeatUntilStopped } from '#server/lib/scheduler.ts';
import { createTestHistory } from '../testing/history-fixture.ts';
import { allEvents, type EventFilters } from './history-query.ts';
import type { HistoryReader } from './history-reader.ts';

const everywhere = { before: Infinity, after: -Infinity };
let folder: string;
let events: EventStore;
let views: LeasedViewStore;
let reader: HistoryReader;
let start: ReturnType<typeof createTestHistory>['start'];
let stop: () => Promise<void>;
let clock = 0;

beforeEach(() => {
  folder = createTestFolder();
  events = openSqliteEventStore(join(folder, 'events.sqlite'));
  views = openSqliteViewStore(join(folder, 'history.sqlite'));
  const tokensOf = (userId: string) => Promise.resolve(userId === 'bob' ? ['token-of-bob'] : []);
  ({ reader, start } = createTestHistory({ events, views, tokensOf, countedAtOnce: 100 }));
  stop = () => Promise.resolve();
  clock = Date.UTC(2026, 0, 1);
});
afterEach(async () => {
  await stop();
  await Promise.all([events.close(), views.close()]);
});

async function happened(stream: string, type: string, data: unknown, { actor = 'system', correlationId = 'c' } = {}) {
  clock += 60_000;
  const metadata = { actor, commandId: randomUUID(), correlationId, at: new Date(clock).toISOString() };
  const { revision } = await events.read(stream);
  return events.append(stream, [{ id: randomUUID(), type, data }], revision, metadata);
}

const found = async (filters: Partial<EventFilters>, limit = 100, span = everywhere) => {
  // A busy machine may index longer than a search waits.
  const page = await vi.waitFor(() => reader.page({ ...allEvents, ...filters }, span, limit), 120_000);
  return page.events.map(({ position }) => position);
};

const listing = (listingId: string, title: string) => ({
  listingId,
  source: 's',
  externalId: null,
  title,
  price: 45_000,
  details: '',
  link: '',
  imageUrl: '',
  postedAt: null,
  propertyType: 'house',
  reasons: [],
  place: { latitude: 1, longitude: 1, basis: 'zip', zipCode: '48204', city: 'Detroit', state: 'MI' },
});

describe('a search of the history', () => {
  beforeEach(async () => {
    const projector = start();
    ({ stop } = projector);
    await projector.ready;
    await happened('user-ann', 'UserRegistered', { userId: 'ann', email: 'ann@x.com', role: 'none' }, { actor: 'ann' });
    await happened('user-bob', 'UserRegistered', { userId: 'bob', email: 'bob@x.com', role: 'none' }, { actor: 'bob' });
    await happened('user-bob', 'MembershipActivated', { userId: 'bob' }, { actor: 'ann' });
    await happened('listing-l1', 'ListingFound', listing('l1', 'Barn on Oak Street'), { correlationId: 'item' });
    const members = [{ token: 'token-of-bob', sealed: 'x' }];
    const matched = { listingId: 'l1', n: 0, kind: 'new', listing: { title: 'Barn on Oak Street' }, members };
    await happened('alert-l1-0', 'AlertsMatched', matched, { actor: 'scout', correlationId: 'item' });
    const delivered = { ...matched, mode: 'immediate', foundAt: '', at: '' };
    await happened('alert-l1-0', 'AlertsDelivered', delivered, { actor: 'scout', correlationId: 'item' });
    await expect.poll(() => reader.count()).toBe(6);
  });

  it('A search finds everything, newest first', async () => {
    expect(await found({})).toEqual([6, 5, 4, 3, 2, 1]);
  });

  it('A search finds a person as the actor, and as the subject', async () => {
    expect(await found({ person: 'ann' })).toEqual([3, 1]);
    expect(await found({ person: 'bob' })).toEqual([6, 5, 3, 2]);
    expect(await found({ person: 'an' })).toEqual([]);
    expect(await found({ person: 'scout' })).toEqual([6, 5]);
  });

  it('A search finds by stream, its prefix, and type', async () => {
    expect(await found({ stream: 'user-bob' })).toEqual([3, 2]);
    expect(await found({ stream: 'user-*' })).toEqual([3, 2, 1]);
    expect(await found({ stream: 'user-' })).toEqual([]);
    expect(await found({ types: ['UserRegistered'] })).toEqual([2, 1]);
    expect(await found({ types: ['UserRegister'] })).toEqual([]);
  });

  it('A search finds by time, both ends included', async () => {
    const at = (minute: number) => Date.UTC(2026, 0, 1, 0, minute);
    expect(await found({ from: at(2), to: at(4) })).toEqual([4, 3, 2]);
    expect(await found({ from: at(7) })).toEqual([]);
    expect(await found({ from: at(5), q: 'oak', types: ['alertsmatched'] })).toEqual([5]);
    expect(await found({ to: at(0) })).toEqual([]);
    expect(await found({ from: at(-20_000_000), to: Date.UTC(9999, 11, 31, 23, 59, 59, 999) })).toHaveLength(6);
    expect(await found({ from: at(10_000) })).toEqual([]);
    expect(await found({ to: at(-10_000) })).toEqual([]);
  });

  it('A search finds by words of sentence, title, type and stream, whatever their case', async () => {
    expect(await found({ q: 'oak BARN' })).toEqual([6, 5, 4]);
    expect(await found({ q: 'ba str' })).toEqual([6, 5, 4]);
    expect(await found({ q: 'arn' })).toEqual([]);
    expect(await found({ q: 'membership set' })).toEqual([3]);
    expect(await found({ q: 'registered' })).toEqual([2, 1]);
    expect(await found({ q: 'no such words' })).toEqual([]);
    expect(await found({ q: '   ' })).toHaveLength(6);
  });

  it('A search finds by all filters together', async () => {
    expect(await found({ person: 'bob', q: 'barn', types: ['AlertsMatched'] })).toEqual([5]);
    expect(await found({ person: 'ann', q: 'barn' })).toEqual([]);
  });

  it('A search finds announcements by their words, not by their tags', async () => {
    await happened('announcement', 'AnnouncementPublished', { message: '<p class="x">Closed on <b>Friday</b></p>' });
    expect(await found({ q: 'closed friday' })).toEqual([7]);
    expect(await found({ q: 'class' })).toEqual([]);
  });

  it('A search finds the words of notes, of details and links, of items in review, and of places', async () => {
    await happened('note-n', 'NoteTaken', { noteId: 'n', action: 'Called', details: 'Rang the county clerk twice' });
    const offer = { ...listing('l2', 'Cabin'), details: 'Needs a\nnew roof', link: 'https://x.example/cabin?id=77' };
    await happened('listing-l2', 'ListingFound', {
      ...offer,
      reasons: [{ says: 'as-is', quote: 'sold where it stands' }],
    });
    const item = { title: 'Mill', price: 12, seen: { by: ['the Old Gazette'] } };
    await happened('listing-l3', 'ListingHeld', { listingId: 'l3', source: 's', item, reason: 'No place' });
    const visit = { visitId: 'v', ipAddress: '203.0.113.7', userAgent: 'Firefox', referrer: 'https://r.example' };
    await happened('visit-v', 'VisitRecorded', { ...visit, state: 'MI', city: 'Ypsilanti', country: 'USA' });
    expect(await found({ q: 'county clerk' })).toEqual([7]);
    expect(await found({ q: 'CALLED twice' })).toEqual([7]);
    expect(await found({ q: 'a new roof' })).toEqual([8]);
    expect(await found({ q: 'x.example/cabin?id=77' })).toEqual([8]);
    expect(await found({ q: 'where it stands' })).toEqual([8]);
    expect(await found({ q: 'old gazette' })).toEqual([9]);
    expect(await found({ q: 'ypsilanti' })).toEqual([10]);
  });

  it('The search index keeps no email address and no other personal data', async () => {
    await happened('user-ann', 'FiltersUpdated', { userId: 'ann', changes: { zipCode: '90210', maxPrice: 5 } });
    await happened('user-ann', 'ListingsSaved', {
      userId: 'ann',
      listings: [{ title: 'Windmill', details: 'Quaint' }],
    });
    const visit = { visitId: 'v', ipAddress: '203.0.113.7', userAgent: 'Firefox', referrer: 'https://r.example' };
    await happened('visit-v', 'VisitRecorded', { ...visit, state: 'MI', city: 'Ypsilanti', country: 'USA' });
    const sealed = { subject: 'ann', text: 'c2VhbGVk' };
    await happened('user-ann', 'EmailChanged', { userId: 'ann', email: '[erased]', sealed });
    for (const q of [
      'ann@x.com',
      '90210',
      'windmill',
      'quaint',
      '203.0.113.7',
      'firefox',
      'r.example',
      'c2vhbgvk',
      '[erased]',
    ]) {
      expect(await found({ q }), q).toEqual([]);
    }
  });

  it('A search continues where a page ended', async () => {
    expect(await found({ person: 'bob' }, 2)).toEqual([6, 5]);
    expect(await found({ person: 'bob' }, 2, { before: 5, after: -Infinity })).toEqual([3, 2]);
    expect(await found({}, 10, { before: 5, after: 2 })).toEqual([4, 3]);
  });

  it('A search finds an event by its position, and the events with the same cause', async () => {
    expect(await reader.findAt(4 as never)).toMatchObject({ type: 'ListingFound' });
    expect(await reader.findAt(7 as never)).toBeNull();
    expect((await reader.correlated('item')).map(({ position }) => position)).toEqual([4, 5, 6]);
    expect(await reader.count()).toBe(6);
  });
});

it('A search reports how much of the log is indexed until all of it is', async () => {
  await happened('note-n', 'NoteTaken', { noteId: 'n', action: 'Called', details: 'the county clerk' });
  await happened('note-n', 'NoteTaken', { noteId: 'n', action: 'Called', details: 'the county clerk again' });
  const asked = reader.page({ ...allEvents, q: 'clerk' }, everywhere, 1);
  await expect(asked).rejects.toThrow('The history is being indexed');
  await expect(asked).rejects.toMatchObject({ percent: 0 });
  expect(await found({}, 1)).toEqual([2]);
  expect(await reader.count()).toBeNull();
  ({ stop } = start());
  expect(await found({ q: 'clerk' })).toEqual([2, 1]);
  expect(await reader.count()).toBe(2);
});

it('A search finds each of many events once and in order, however the log was indexed', async () => {
  const append = (n: number) =>
    events.append(
      `user-${n}`,
      [{ id: randomUUID(), type: n % 13 === 0 ? 'SignedOut' : 'SignedIn', data: { userId: String(n) } }],
      noStream,
      {
        actor: `u-${n % 50}`,
        commandId: 'c',
        correlationId: `c-${n}`,
        at: new Date(clock + n).toISOString(),
      },
    );
  await Promise.all(Array.from({ length: 1_300 }, (_, n) => append(n)));
  const projector = start();
  ({ stop } = projector);
  await projector.ready;
  await Promise.all(Array.from({ length: 1_300 }, (_, n) => append(1_300 + n)));
  // The whole log is not searched, so the index may lack some of it.
  await expect.poll(() => reader.count()).toBe(2_600);
  const all = await found({}, 3_000);
  expect(all).toEqual(Array.from({ length: 2_600 }, (_, n) => 2_600 - n));
  const positions = (await reader.page({ ...allEvents, stream: 'user-*' }, everywhere, 3_000)).events;
  expect(positions.map(({ position }) => position)).toEqual(all);
  const signedOut = positions.filter(({ type }) => type === 'SignedOut').map(({ position }) => position);
  expect(await found({ types: ['SignedOut'] }, 3_000)).toEqual(signedOut);
  const both = positions.filter(({ type, metadata }) => type === 'SignedOut' && metadata.actor === 'u-7');
  expect(await found({ types: ['SignedOut'], person: 'u-7' }, 3_000)).toEqual(both.map(({ position }) => position));
  expect(await found({ q: 'user-1234' })).toHaveLength(1);
  expect((await reader.correlated('c-1000')).map(({ stream }) => stream)).toEqual(['user-1000']);
  expect(await reader.count()).toBe(2_600);
  expect(await reader.count({ ...allEvents, types: ['SignedOut'] })).toBe(signedOut.length);
  const from = clock + 500;
  expect(await reader.count({ ...allEvents, types: ['SignedOut'], from })).toBe(
    positions.filter(({ type, metadata }) => type === 'SignedOut' && Date.parse(metadata.at) >= from).length,
  );
  expect(await reader.count({ ...allEvents, types: ['Unheard'] })).toBe(0);
});

it('A search lets other work run while it counts what it found', async () => {
  await Promise.all(Array.from({ length: 1_000 }, (_, n) => happened(`note-${n}`, 'NoteTaken', { noteId: String(n) })));
  const projector = start();
  ({ stop } = projector);
  await projector.ready;
  let turns = 0;
  const counted = new AbortController();
  const otherWork = repeatUntilStopped(counted.signal, async () => {
    await yieldToEventLoop();
    turns += 1;
  });
  expect(await reader.count({ ...allEvents, types: ['NoteTaken'] })).toBe(1_000);
  counted.abort();
  await otherWork;
  expect(turns).toBeGreaterThanOrEqual(10);
});

it('A history of an earlier version answers until the new one is built beside it', async () => {
  await happened('note-n', 'NoteTaken', { noteId: 'n', action: 'Called', details: 'the county clerk' });
  const earlier = { ...history, version: history.version - 1 };
  await views.prepare(earlier, 'earlier');
  await views.promote(earlier, 'earlier');
  const projector = start();
  ({ stop } = projector);
  await projector.ready;
  expect(await found({ q: 'clerk' })).toEqual([1]);
  expect((await views.live(history.view))?.version).toBe(history.version);
});
