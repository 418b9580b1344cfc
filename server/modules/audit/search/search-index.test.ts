import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LeasedViewStore } from '#projections/store/port.ts';
import { openSqliteViewStore } from '#projections/store/sqlite/sqlite.ts';
import { type EventStore, noStream } from '#server/platform/event-store/port.ts';
import { openSqliteEventStore } from '#server/platform/event-store/sqlite/sqlite.ts';
import { createSearchProjection } from './search-projection.ts';
import { createHistoryReader } from './history-reader.ts';
import { indexView } from './index-blocks.ts';
import { createBatchSubscriber } from '../projection/batch-subscriber.ts';
import { runToHead } from '#server/platform/subscriptions/testing/feed-fixture.ts';
import { allEvents, type EventFilters } from './search-filter.ts';

const everywhere = { before: Infinity, after: -Infinity };
let folder: string;
let events: EventStore;
let views: LeasedViewStore;
let clock = 0;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'search-'));
  events = openSqliteEventStore(join(folder, 'events.sqlite'));
  views = openSqliteViewStore(join(folder, 'history.sqlite'));
  clock = Date.UTC(2026, 0, 1);
});
afterEach(async () => {
  await Promise.all([events.close(), views.close()]);
  await rm(folder, { recursive: true, force: true });
});

async function happened(stream: string, type: string, data: unknown, { actor = 'system', correlationId = 'c' } = {}) {
  clock += 60_000;
  const metadata = { actor, commandId: randomUUID(), correlationId, at: new Date(clock).toISOString() };
  const { revision } = await events.read(stream);
  return events.append(stream, [{ id: randomUUID(), type, data }], revision, metadata);
}

async function index() {
  const projection = createSearchProjection(views, views);
  const options = { name: 'history-index', declaration: indexView, projection, events, views };
  await runToHead(events, createBatchSubscriber(options));
}

const tokensOf = (userId: string) => Promise.resolve(userId === 'bob' ? ['token-of-bob'] : []);
const found = async (filters: Partial<EventFilters>, limit = 100, span = everywhere) => {
  const page = await createHistoryReader({ events, views, tokensOf }).page({ ...allEvents, ...filters }, span, limit);
  return page.found.map(({ position }) => position);
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

/** Indexed, or not yet: the results are the same. */
describe.each([
  ['from the index', index],
  ['from what is not yet indexed', () => Promise.resolve()],
])('%s', (_, settle) => {
  beforeEach(async () => {
    await happened('user-ann', 'UserRegistered', { userId: 'ann', email: 'ann@x.com', role: 'none' }, { actor: 'ann' });
    await happened('user-bob', 'UserRegistered', { userId: 'bob', email: 'bob@x.com', role: 'none' }, { actor: 'bob' });
    await happened('user-bob', 'MembershipActivated', { userId: 'bob' }, { actor: 'ann' });
    await happened('listing-l1', 'ListingFound', listing('l1', 'Barn on Oak Street'), { correlationId: 'item' });
    const members = [{ token: 'token-of-bob', sealed: 'x' }];
    const matched = { listingId: 'l1', n: 0, kind: 'new', listing: { title: 'Barn on Oak Street' }, members };
    await happened('alert-l1-0', 'AlertsMatched', matched, { actor: 'scout', correlationId: 'item' });
    const delivered = { ...matched, mode: 'immediate', foundAt: '', at: '' };
    await happened('alert-l1-0', 'AlertsDelivered', delivered, { actor: 'scout', correlationId: 'item' });
    await settle();
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
    expect(await found({ type: 'UserRegistered' })).toEqual([2, 1]);
    expect(await found({ type: 'UserRegister' })).toEqual([]);
  });

  it('A search finds by time, both ends included', async () => {
    const at = (minute: number) => Date.UTC(2026, 0, 1, 0, minute);
    expect(await found({ from: at(2), to: at(4) })).toEqual([4, 3, 2]);
    expect(await found({ from: at(7) })).toEqual([]);
  });

  it('A search finds by words of sentence, title, type and stream, whatever their case', async () => {
    expect(await found({ q: 'oak BARN' })).toEqual(expect.arrayContaining([5, 4]));
    expect(await found({ q: 'membership set' })).toEqual([3]);
    expect(await found({ q: 'registered' })).toEqual([2, 1]);
    expect(await found({ q: 'no such words' })).toEqual([]);
    expect(await found({ q: '   ' })).toHaveLength(6);
  });

  it('A search finds by all filters together', async () => {
    expect(await found({ person: 'bob', q: 'barn', type: 'AlertsMatched' })).toEqual([5]);
    expect(await found({ person: 'ann', q: 'barn' })).toEqual([]);
  });

  it('A search finds announcements by their words, not by their tags', async () => {
    await happened('announcement', 'AnnouncementPublished', { message: '<p class="x">Closed on <b>Friday</b></p>' });
    await settle();
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
    await settle();
    expect(await found({ q: 'county clerk' })).toEqual([7]);
    expect(await found({ q: 'CALLED twice' })).toEqual([7]);
    expect(await found({ q: 'a new roof' })).toEqual([8]);
    expect(await found({ q: 'x.example/cabin?id=77' })).toEqual([8]);
    expect(await found({ q: 'where it stands' })).toEqual([8]);
    expect(await found({ q: 'old gazette' })).toEqual([9]);
    expect(await found({ q: 'ypsilanti' })).toEqual([10]);
  });

  it('The search index keeps no e-mail address and no other personal data', async () => {
    await happened('user-ann', 'FiltersUpdated', { userId: 'ann', changes: { zipCode: '90210', maxPrice: 5 } });
    await happened('user-ann', 'ListingsSaved', {
      userId: 'ann',
      listings: [{ title: 'Windmill', details: 'Quaint' }],
    });
    const visit = { visitId: 'v', ipAddress: '203.0.113.7', userAgent: 'Firefox', referrer: 'https://r.example' };
    await happened('visit-v', 'VisitRecorded', { ...visit, state: 'MI', city: 'Ypsilanti', country: 'USA' });
    const sealed = { subject: 'ann', text: 'c2VhbGVk' };
    await happened('user-ann', 'EmailChanged', { userId: 'ann', email: '[erased]', sealed });
    await settle();
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
    const history = createHistoryReader({ events, views, tokensOf });
    expect(await history.findAt(4 as never)).toMatchObject({ type: 'ListingFound' });
    expect(await history.findAt(7 as never)).toBeNull();
    expect((await history.correlated('item')).map(({ position }) => position)).toEqual([4, 5, 6]);
    expect(await history.count()).toBe(6);
  });
});

it('An index of an earlier version is rebuilt from scratch, and the progress is reported', async () => {
  const before = { ...indexView, version: indexView.version - 1 };
  const generation = `kept-${before.version}`;
  await views.prepare(before, generation);
  await views.promote(before, generation);
  const old = { id: '0000000000', kind: 'summary', first: 1, last: 9 };
  const change = { id: old.id, doc: old, position: 9 as never };
  await views.apply([{ view: before.view, generation, changes: [change], checkpoint: 9 as never }]);
  await happened('note-n', 'NoteTaken', { noteId: 'n', action: 'Called', details: 'the county clerk' });
  await index();
  expect(await found({ q: 'clerk' })).toEqual([1]);
  expect((await views.live(indexView.view))?.version).toBe(indexView.version);
  expect(await views.get(indexView.view, '0000000000/lines')).not.toBeNull();
});

it("A search reports the index's progress where too many events are not indexed yet", async () => {
  const many = Array.from({ length: 500 }, () => ({ id: '', type: 'Usual', data: {} }));
  const by = { actor: 'a', commandId: 'c', correlationId: 'c', at: new Date(clock).toISOString() };
  for (let n = 0; n < 41; n += 1) {
    const batch = many.map((event) => ({ ...event, id: randomUUID() }));
    await events.append(`thing-${n}`, batch, noStream, by);
  }
  const asked = found({ q: 'usual' });
  await expect(asked).rejects.toThrow('The history is being indexed');
  await expect(asked).rejects.toMatchObject({ percent: 0 });
  expect(await found({}, 1)).toEqual([20_500]);
});

describe('over many blocks', () => {
  it('A search over many blocks finds each event once and in order, however the index was built', async () => {
    const appended = Array.from({ length: 2_600 }, (_, n) =>
      events.append(
        `thing-${n}`,
        [{ id: randomUUID(), type: n % 13 === 0 ? 'Rare' : 'Usual', data: { n } }],
        noStream,
        {
          actor: `u-${n % 50}`,
          commandId: 'c',
          correlationId: `c-${n}`,
          at: new Date(clock + n).toISOString(),
        },
      ),
    );
    await Promise.all(appended.slice(0, 1_300));
    await index();
    await Promise.all(appended);
    await index();
    const all = await found({}, 3_000);
    expect(all).toEqual(Array.from({ length: 2_600 }, (_, n) => 2_600 - n));
    const rare = all.filter((position) => (position - 1) % 13 === 0);
    expect(await found({ type: 'Rare' }, 3_000)).toEqual(rare);
    const both = rare.filter((position) => (position - 1) % 50 === 7);
    expect(await found({ type: 'Rare', person: 'u-7' }, 3_000)).toEqual(both);
    expect(await found({ q: 'thing-1234' })).toEqual([1235]);
    const history = createHistoryReader({ events, views, tokensOf });
    expect((await history.correlated('c-1000')).map(({ position }) => position)).toEqual([1001]);
    expect(await history.count()).toBe(2_600);
  });
});
