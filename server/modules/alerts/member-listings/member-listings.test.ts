import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FirstMinute } from '#domain/alert/channels.contract.ts';
import { listingStream } from '#domain/event-catalog/streams.ts';
import { listing } from '#domain/listing/decider.ts';
import type { ListingMarks } from '#domain/listing/marks.contract.ts';
import type { MemberListing, MemberListingDetails } from '#domain/member-listing/contract.ts';
import { startPosition } from '#domain/shared/decider.ts';
import { createListingMarker } from '#server/modules/alerts/member-listings/mark-listing.ts';
import { deriveListingId } from '#server/modules/intake/pipeline/listing-id.ts';
import type { TestClient } from '#server/testing/test-client.ts';
import { type TestServer, startTestServer } from '#server/testing/test-server.ts';

const streets = ['Elm', 'Oak', 'Ash'];
const item = (n: number, changes: object = {}) => ({
  externalId: `house-${n}`,
  title: `Inherited 3 bedroom house at ${100 + 7 * n} ${streets[n % 3] ?? ''} Street, must sell as-is`,
  price: 40_000 + n * 1000,
  details: 'Heirs want it gone.',
  link: `https://listings.example.com/${n}`,
  zipCode: '48204',
  baths: '1.5',
  acres: '.25 ac',
  yearBuilt: 0,
  ...changes,
});
const detroit = { city: 'Detroit', county: 'Wayne', state: 'MI' };
const givenFacts = { baths: { value: 1.5, quote: 'Baths: 1.5' }, acres: { value: 0.25, quote: 'Acres: 0.25' } };
const idOf = (n: number) => deriveListingId('county', item(n));

let product: TestServer;
let ann: TestClient;
let bea: TestClient;
const take = (...items: object[]) =>
  product.intake.take('county', items, { actor: 'intake:county', commandId: randomUUID() });
const list = async (query = '', client = ann) => {
  const { status, text, headers } = await client.get(`/api/listings${query}`);
  expect([status, text]).toEqual([200, expect.stringMatching(/^\[/)]);
  return { rows: JSON.parse(text) as MemberListing[], headers };
};
const read = async (n: number, client = ann) =>
  JSON.parse((await client.get(`/api/listings/${idOf(n)}`)).text) as MemberListingDetails;
const mark = (n: number, marks: object, client = ann) =>
  client.send('PUT', `/api/listings/${idOf(n)}/marks`, { body: marks });
const titlesOf = (rows: MemberListing[]) => rows.map(({ title }) => /\d{3} \w+/.exec(title)?.[0]);
const countMarks = async () =>
  (await product.context.events.readAll(startPosition, 100_000)).filter(({ type }) => type === 'ListingMarked').length;

beforeAll(async () => {
  product = await startTestServer();
  const root = await product.adminClient();
  const join = async (name: string) => {
    const client = product.newClient();
    const { id } = await client.register(`${name}@example.com`);
    await client.patch('/api/profile', { zipCode: '48204', maxPrice: 60_000, mileageRadius: 50 });
    await root.patch(`/api/admin/users/${id}/membership`, { status: 'active' });
    return client;
  };
  [ann, bea] = [await join('ann'), await join('bea')];
  for (const n of [1, 2, 3]) {
    await take(item(n));
    await vi.waitFor(async () => expect((await list()).rows.length).toBe(n), 120_000);
  }
});
afterAll(() => product.stop());

it('The first alert ends the checklist of a new member', async () => {
  const isDismissed = async (client: TestClient) =>
    (JSON.parse((await client.get('/api/first-minute')).text) as FirstMinute).isDismissed;
  const cem = product.newClient();
  await cem.register('cem@example.com');
  expect([await isDismissed(ann), await isDismissed(cem)]).toEqual([true, false]);
});

describe('the listings of a member', () => {
  it('All that was ever alerted is listed, newest first, in pages', async () => {
    const { rows, headers } = await list('?limit=2');
    expect(titlesOf(rows)).toEqual(['121 Elm', '114 Ash']);
    expect(headers.get('x-total-count')).toBe('3');
    const next = /<\/api\/listings(.*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    expect(titlesOf((await list(next)).rows)).toEqual(['107 Oak']);
    expect(rows[0]).toEqual({
      id: idOf(3),
      title: item(3).title,
      price: 43_000,
      priceText: '$43,000',
      previousPrice: null,
      link: item(3).link,
      imageUrl: '',
      pictures: null,
      sentAt: expect.stringMatching(/Z$/) as string,
      kind: 'new',
      miles: 0,
      searches: [{ id: '1', name: 'Search 1' }],
      propertyType: 'house',
      place: { ...detroit, address: '121 Elm Street', zipCode: '48204', isApproximate: true },
      facts: { beds: { value: 3, quote: '3 bedroom' }, ...givenFacts, livingArea: null, yearBuilt: null },
      location: { latitude: expect.closeTo(42.37, 1) as number, longitude: expect.closeTo(-83.14, 1) as number },
      signals: expect.arrayContaining([expect.objectContaining({ quote: 'Inherited' })]) as unknown[],
      withdrawnAt: null,
      marks: { read: false, saved: false, hidden: false, note: '', status: null },
    });
  });

  it.each([
    ['?sort=price', ['107 Oak', '114 Ash', '121 Elm']],
    ['?sort=-price', ['121 Elm', '114 Ash', '107 Oak']],
    ['?q=OAK%20detroit', ['107 Oak']],
    ['?q=zebra', []],
    ['?type=raw%20land', []],
  ])('The query %s finds %o', async (query, titles) => {
    expect(titlesOf((await list(query)).rows)).toEqual(titles);
  });

  it.each([
    ['?filter=best', 'filter must be one of unread, saved, hidden, price-drop, withdrawn, called, offered, won, dead'],
    ['?sort=title', 'sort must be one of newest, price, distance, -newest, -price, -distance'],
    ['?limit=0', 'limit must be a whole number from 1 to 500'],
    ['?cursor=x', 'cursor must be the one that the page before returned, for the same query'],
  ])('The query %s is refused', async (query, text) => {
    expect(await ann.get(`/api/listings${query}`)).toMatchObject({ status: 400, text });
  });

  it('What a member was not alerted of is not found', async () => {
    const stranger = product.newClient();
    await stranger.register('stranger@example.com');
    expect((await list('', stranger)).rows).toEqual([]);
    for (const id of [idOf(1), randomUUID(), 'x', '%00', 'a'.repeat(5000)]) {
      expect((await stranger.get(`/api/listings/${id}`)).status).toBe(404);
      expect((await stranger.send('PUT', `/api/listings/${id}/marks`, { body: { read: true } })).status).toBe(404);
    }
    expect((await product.newClient().get('/api/listings')).status).toBe(401);
  });
});

describe('marks', () => {
  it('Marks change the given fields of one member, and filter the list', async () => {
    const marks = async (body: object) => JSON.parse((await mark(1, body)).text) as ListingMarks;
    expect(await marks({ read: true, note: ' Call on Monday ' })).toEqual({
      read: true,
      saved: false,
      hidden: false,
      note: 'Call on Monday',
      status: null,
    });
    expect(await marks({ saved: true })).toMatchObject({ read: true, saved: true, note: 'Call on Monday' });
    expect(titlesOf((await list('?filter=saved')).rows)).toEqual(['107 Oak']);
    expect(titlesOf((await list('?filter=unread')).rows)).toEqual(['121 Elm', '114 Ash']);
    expect((await list('?filter=saved', bea)).rows).toEqual([]);
    expect(await marks({ note: '' })).toMatchObject({ note: '' });
  });

  it('The status of a listing is kept, filters the list, and is taken back', async () => {
    expect(JSON.parse((await mark(1, { status: 'offered' })).text)).toMatchObject({ status: 'offered' });
    expect((await read(1)).marks.status).toBe('offered');
    expect((await list('?filter=offered')).rows.map(({ id, marks }) => [id, marks.status])).toEqual([
      [idOf(1), 'offered'],
    ]);
    expect((await list('?filter=called')).rows).toEqual([]);
    expect((await list('?filter=offered', bea)).rows).toEqual([]);
    await mark(1, { saved: true });
    expect((await read(1)).marks.status).toBe('offered');
    expect(JSON.parse((await mark(1, { status: null })).text)).toMatchObject({ status: null, saved: true });
    expect((await list('?filter=offered')).rows).toEqual([]);
  });

  it('Marks that change nothing write no event', async () => {
    const marks = { saved: true, status: 'called' };
    await mark(2, marks);
    const before = await product.waitForViews().then(countMarks);
    for (const same of [marks, {}]) await mark(2, same);
    expect(await countMarks()).toBe(before);
  });

  it('Of two marks at once the later one counts, as after a double click', async () => {
    const { id } = JSON.parse((await ann.get('/api/user')).text) as { id: string };
    const markListing = createListingMarker(product.context);
    const toggle = (saved: boolean) =>
      markListing({ userId: id, listingId: idOf(3), marks: { saved } }, { actor: id, commandId: randomUUID() });
    const answers = await Promise.all([toggle(true), toggle(false)]);
    expect(answers.map(({ saved }) => saved)).toEqual([true, false]);
    expect((await read(3)).marks.saved).toBe(false);
  });

  it('A hidden listing is left out everywhere but under its filter', async () => {
    await mark(3, { hidden: true });
    expect(titlesOf((await list()).rows)).toEqual(['114 Ash', '107 Oak']);
    expect(titlesOf((await list('?filter=hidden')).rows)).toEqual(['121 Elm']);
    expect((await ann.get('/api/listings/recent')).text).not.toContain('121 Elm');
    // What is stored about a user is downloaded whole.
    expect((await ann.get('/api/profile/data')).text).toContain('121 Elm');
    await mark(3, { hidden: false });
  });

  it.each([
    [{ read: 'yes' }, 'read must be true or false'],
    [{ note: 'x'.repeat(2001) }, 'note must be at most 2,000 characters'],
    [{ status: 'sold' }, 'status must be null or one of called, offered, won, dead'],
  ])('Marks that are not valid are refused', async (body, text) => {
    expect(await mark(1, body)).toMatchObject({ status: 400, text });
  });

  it('The log keeps neither the note nor the listing of a mark in clear', async () => {
    await mark(2, { note: 'A very private remark' });
    const stored = product.context.config.dataDir;
    const files = readdirSync(stored).filter((name) => name.startsWith('events.sqlite'));
    expect(files.length).toBeGreaterThan(0);
    for (const name of files) expect(readFileSync(`${stored}/${name}`).includes('A very private remark')).toBe(false);
  });
});

describe('one listing', () => {
  it('A listing comes with its texts, its place on the map, its past and the reasons', async () => {
    const details = await read(1);
    expect(details).toMatchObject({ id: idOf(1), details: 'Heirs want it gone.', priceHistory: [{ price: 41_000 }] });
    expect(details.reasons.map(({ rule }) => rule)).toContain('distance');
    expect(details.timeline.map(({ text }) => text)).toEqual(['Found for $41,000', 'Sent to you']);
    expect(details.location.latitude).toBeCloseTo(42.36, 1);
  });

  it('A price drop moves the row up with the old price, and is unread again', async () => {
    await mark(1, { status: 'called' });
    await take(item(1, { price: 30_000 }));
    await expect.poll(async () => (await list()).rows[0]?.kind).toBe('price drop');
    const [row] = (await list('?filter=price-drop')).rows;
    expect(row).toMatchObject({
      id: idOf(1),
      price: 30_000,
      previousPrice: 41_000,
      marks: { read: false, saved: true, status: 'called' },
    });
    const { priceHistory, timeline } = await read(1);
    expect(priceHistory.map(({ price }) => price)).toEqual([41_000, 30_000]);
    expect(timeline.map(({ text }) => text)).toContain('Price changed from $41,000 to $30,000');
    expect((await list()).rows).toHaveLength(3);
  });

  it('A withdrawn listing stays, with its date', async () => {
    const command = { type: 'Withdraw', data: { listingId: idOf(2), reason: 'Sold' } } as const;
    await product.context.handle(listing, listingStream(idOf(2)), command, { actor: 'x', commandId: randomUUID() });
    await expect.poll(async () => (await list('?filter=withdrawn')).rows.length).toBe(1);
    expect((await list()).rows.find(({ id }) => id === idOf(2))?.withdrawnAt).toMatch(/Z$/);
  });
});

it('The export is CSV with the notes, and obeys the filters', async () => {
  await mark(1, { note: '=cmd, "call"', status: 'won' });
  const { text, headers } = await ann.get('/api/listings/export?filter=saved&sort=price');
  expect(headers.get('content-type')).toMatch(/^text\/csv/);
  const [head = '', first = ''] = text.split('\r\n');
  expect(head).toMatch(/^\uFEFFsentAt,title,price,previousPrice,type,city,county,state,zipCode,miles/);
  expect(first).toContain('30000,41000,house,Detroit,Wayne,MI,48204');
  expect(head).toContain(',address,beds,baths,livingArea,acres,yearBuilt,');
  expect(first).toContain(',107 Oak Street,3,1.5,,0.25,,');
  expect(head).toMatch(/hidden,status,note,link,id,searches$/);
  expect(first).toMatch(/,Search 1$/);
  expect(first).toContain(`No,won,"'=cmd, ""call"""`);
  expect((await ann.get('/api/listings/export?filter=won')).text.split('\r\n')[1]).toBe(first);
  expect((await ann.get('/api/listings/export?filter=dead')).text).not.toContain('=cmd');
});

it('Marks count as changes of the account, whose number is limited', async () => {
  const limited = await startTestServer({ RATE_FACTS: '2/1h' });
  const client = limited.newClient();
  await client.register('cal@example.com');
  const markAny = () => client.send('PUT', `/api/listings/${randomUUID()}/marks`, { body: { read: true } });
  const statuses = [await markAny(), await markAny(), await markAny()].map(({ status }) => status);
  expect(statuses).toEqual([404, 404, 429]);
  await limited.stop();
});
