import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listingStream } from '#domain/event-catalog/streams.ts';
import type { ReviewItem } from '#domain/review.contract.ts';
import type { TestResponse, TestClient } from '#server/testing/test-client.ts';
import { type TestServer, startTestServer } from '#server/testing/test-server.ts';
import { connectSocket } from '#server/testing/socket-client.ts';

const path = '/api/admin/review';
let product: TestServer;
let root: TestClient;
let rootId: string;
beforeAll(async () => {
  product = await startTestServer();
  await product.intake.ready;
  root = await product.adminClient();
  rootId = (JSON.parse((await root.get('/api/user')).text) as { id: string }).id;
});
afterAll(() => product.stop());

const streets = ['Maple', 'Oak', 'Cedar', 'Elm', 'Birch', 'Walnut', 'Linden', 'Willow', 'Aspen', 'Hazel'];
let houses = 0;
/** Each offer is different and has its own address. */
const house = () => {
  houses += 1;
  const address = `${100 + 7 * houses} ${String(streets[houses % streets.length])} Street`;
  return {
    externalId: `house-${houses}`,
    title: `Inherited 3 bedroom house at ${address}`,
    price: '$45k obo',
    details: `Heirs want ${address} gone, as-is.`,
    link: `https://listings.example.com/${houses}`,
    zipCode: '48204',
  };
};
const take = async (...items: object[]) => {
  const sender = { actor: 'intake:county-list', commandId: randomUUID() };
  const result = await product.intake.take('county-list', items, sender);
  await product.waitForViews();
  return result;
};
const itemsIn = ({ text }: TestResponse) => JSON.parse(text) as ReviewItem[];
const waiting = async (query = '') => itemsIn(await root.get(path + query));
/** The present view of the held item. */
const held = async (item: Record<string, unknown> & { externalId: string; title: string }) => {
  await take(item);
  const found = (await waiting()).find(({ listing }) => listing.externalId === item.externalId);
  if (!found) throw new Error(`${item.title} is not held`);
  return found;
};
const decide = async (id: string, decision: string, listing?: object) => {
  const { status, text } = await root.post(`${path}/${id}`, { decision, ...(listing && { listing }) });
  return [status, status === 200 ? (JSON.parse(text) as unknown) : text];
};
const factsOf = async (id: string) => (await product.context.events.read(listingStream(id))).events;
const noPrice = () => ({ ...house(), price: 'make offer' });

describe('the review', () => {
  it('The review lists the held items, newest first, in pages, with the words that the rules quote', async () => {
    const last = noPrice();
    const items = [noPrice(), { ...house(), zipCode: '00000' }, last];
    await take(...items);
    const [newest, second] = await waiting();
    const { price: priceText, ...given } = last;
    expect(newest).toEqual({
      id: newest?.id,
      reason: 'No valid price found',
      source: 'county-list',
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
      listing: {
        ...given,
        priceText,
        imageUrl: null,
        postedAt: null,
        parcel: null,
        county: null,
        city: null,
        state: null,
        latitude: null,
        longitude: null,
      },
      understood: {
        price: null,
        priceText: '',
        propertyType: 'house',
        place: { zipCode: '48204', city: 'Detroit', state: 'MI' },
      },
      reasons: expect.any(Array) as unknown[],
    });
    expect(newest?.reasons.map(({ quote }) => quote.toLowerCase())).toContain('inherited');
    expect(second?.understood).toEqual({ price: 45_000, priceText: '$45,000', propertyType: 'house', place: null });
    const first = await root.get(`${path}?limit=2`);
    expect(first.headers.get('x-total-count')).toBe('3');
    const next = /^<(.+)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const all = [...itemsIn(first), ...itemsIn(await root.get(next))];
    expect(all.map(({ listing }) => listing.externalId)).toEqual(items.map(({ externalId }) => externalId).reverse());
  });

  it('The review refuses an invalid limit and a foreign cursor', async () => {
    expect((await root.get(`${path}?limit=0`)).status).toBe(400);
    expect((await root.get(`${path}?cursor=x`)).status).toBe(400);
  });
});

describe('an accepted listing', () => {
  it('An accepted listing is found with its corrections, and alerts the members whom it fits', async () => {
    const member = product.newClient();
    const { id: memberId } = await member.register(`${randomUUID()}@example.com`);
    await member.patch('/api/profile', { zipCode: '48204', maxPrice: 50_000, mileageRadius: 50 });
    await root.patch(`/api/admin/users/${memberId}/membership`, { status: 'active' });
    const { id, listing } = await held(noPrice());
    expect(await decide(id, 'accept', { price: 41_000, title: 'House of the heirs' })).toEqual([
      200,
      { id, decision: 'accept' },
    ]);
    expect((await waiting()).map((item) => item.id)).not.toContain(id);
    const facts = await factsOf(id);
    expect(facts.map(({ type }) => type)).toEqual(['ListingHeld', 'ListingAccepted', 'ListingFound']);
    expect(facts.slice(1).map(({ metadata }) => metadata.actor)).toEqual([rootId, rootId]);
    expect(facts.slice(1).map(({ metadata }) => metadata.channel)).toEqual(['review', 'review']);
    expect(facts[1]?.data).toEqual({ listingId: id, corrected: ['title', 'price'] });
    expect(facts[2]?.data).toMatchObject({
      title: 'House of the heirs',
      price: 41_000,
      propertyType: 'house',
      link: listing.link,
      place: { zipCode: '48204', basis: 'zip' },
    });
    const recent = async () => (await member.get('/api/listings/recent')).text;
    await expect.poll(recent).toContain('House of the heirs');
    const log = (await root.get('/api/admin/workflow-logs?limit=20')).text;
    expect(log).toContain('House of the heirs accepted in the review by root@example.com, with another title, price');
  });

  it('An accepted listing needs no correction if only a decision is missing', async () => {
    const { id } = await held({ ...house(), title: 'Office building and warehouse', details: '', price: '$450,000' });
    expect(await decide(id, 'accept')).toEqual([400, expect.stringContaining('propertyType')]);
    expect(await decide(id, 'accept', { type: 'house' })).toEqual([200, { id, decision: 'accept' }]);
    expect((await factsOf(id)).at(-1)?.data).toMatchObject({ propertyType: 'house', price: 450_000 });
  });

  it('An accepted listing needs a price and a place, or is refused with the field named', async () => {
    const { id } = await held(noPrice());
    expect(await decide(id, 'accept')).toEqual([400, 'price: enter a price from $1 to $10,000,000']);
    for (const price of [0, -5, 10_000_001, 'call me', '']) {
      expect([price, ...(await decide(id, 'accept', { price }))]).toEqual([
        price,
        400,
        expect.stringMatching(/^price/),
      ]);
    }
    const nowhere = await held({ ...house(), zipCode: '00000' });
    expect(await decide(nowhere.id, 'accept')).toEqual([400, expect.stringMatching(/^place: enter a known ZIP code/)]);
    expect(await decide(nowhere.id, 'accept', { zipCode: '00001' })).toEqual([400, expect.stringMatching(/^place/)]);
    expect(await decide(nowhere.id, 'accept', { city: 'Detroit', state: 'MI' })).toEqual([200, expect.anything()]);
    expect((await factsOf(nowhere.id)).at(-1)?.data).toMatchObject({ place: { basis: 'city', state: 'MI' } });
    expect((await factsOf(id)).map(({ type }) => type)).toEqual(['ListingHeld']);
  });

  it('An accepted listing has the county and the parcel that an admin gives', async () => {
    const item = await held({ ...house(), zipCode: '00000', apn: '1-2' });
    expect(item.listing).toMatchObject({ parcel: '1-2', county: null });
    const place = { county: 'District of Columbia', state: 'DC', zipCode: '' };
    expect(await decide(item.id, 'accept', { ...place, parcel: '12-034' })).toEqual([200, expect.anything()]);
    expect((await factsOf(item.id)).at(-1)?.data).toMatchObject({
      parcel: '12-034',
      place: { basis: 'county', county: 'District of Columbia', state: 'DC' },
    });
  });

  it('An accepted listing is at the place that an admin gives, not at its original coordinates', async () => {
    const { id } = await held({ ...noPrice(), latitude: 34.05, longitude: -118.24 });
    await decide(id, 'accept', { price: '$39,900', zipCode: '48204' });
    expect((await factsOf(id)).at(-1)?.data).toMatchObject({
      price: 39_900,
      place: { zipCode: '48204', basis: 'zip' },
    });
  });
});

describe('a rejected listing', () => {
  it('A rejected listing is removed, by an event with its actor, and does not come back', async () => {
    const item = noPrice();
    const { id } = await held(item);
    expect(await decide(id, 'reject')).toEqual([200, { id, decision: 'reject' }]);
    expect(await take(item)).toMatchObject({ duplicates: 1, review: [] });
    expect((await waiting()).map((other) => other.id)).not.toContain(id);
    const last = (await factsOf(id)).at(-1);
    expect([last?.type, last?.data, last?.metadata.actor]).toEqual([
      'ListingRejected',
      { listingId: id, title: item.title },
      rootId,
    ]);
  });
});

describe('a decision', () => {
  it('A decision is made once', async () => {
    const { id } = await held(noPrice());
    const key = { 'idempotency-key': randomUUID() };
    expect((await root.post(`${path}/${id}`, { decision: 'reject' }, key)).status).toBe(200);
    expect((await root.post(`${path}/${id}`, { decision: 'reject' }, key)).status).toBe(200);
    const again = 'This listing has already been reviewed.';
    expect(await decide(id, 'reject')).toEqual([409, again]);
    expect(await decide(id, 'accept')).toEqual([409, again]);
    const accepted = await held(noPrice());
    const both = await Promise.all([
      decide(accepted.id, 'accept', { price: 1000 }),
      decide(accepted.id, 'accept', { price: 2000 }),
    ]);
    expect(both.map(([status]) => status).sort()).toEqual([200, 409]);
  });

  it('A decision requires a held item', async () => {
    for (const id of [randomUUID(), 'x', '%00', '..%2f..']) {
      expect(await decide(id, 'reject')).toEqual([404, 'No such listing in the review']);
    }
  });

  it('A decision is refused with a message if it is malformed', async () => {
    const { id } = await held(noPrice());
    expect(await decide(id, 'maybe')).toEqual([400, 'decision must be accept or reject']);
    expect(await decide(id, 'accept', { price: {} })).toEqual([400, 'price must be a number or a text']);
    expect(await decide(id, 'accept', ['price'])).toEqual([400, 'listing must be an object']);
    expect(await decide(id, 'accept', { propertyType: 'castle' })).toEqual([
      400,
      expect.stringMatching(/^propertyType must be one of house/),
    ]);
  });

  it('A decision is sent to connected admins', async () => {
    const { id } = await held(noPrice());
    const { socket } = await connectSocket(product.url, root.cookie());
    const told: string[] = [];
    socket.on('changed', ({ view, ids }: { view: string; ids: string[] }) => {
      if (view === 'listings') told.push(...ids);
    });
    await decide(id, 'reject');
    await expect.poll(() => told).toContain(id);
  });
});
