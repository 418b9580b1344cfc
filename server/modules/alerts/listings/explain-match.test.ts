import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listingStream } from '#domain/event-catalog/streams.ts';
import { listing as listings } from '#domain/listing/decider.ts';
import type { ChosenListing, MatchExplanation } from '#domain/matching/match-explanation.contract.ts';
import { deriveListingId } from '#server/modules/intake/pipeline/listing-id.ts';
import type { TestClient } from '#server/testing/test-client.ts';
import { type TestServer, startTestServer } from '#server/testing/test-server.ts';

let product: TestServer;
let root: TestClient;
let found = 0;
beforeAll(async () => {
  product = await startTestServer();
  root = await product.adminClient();
});
afterAll(() => product.stop());

const take = async (item: object) => {
  await product.intake.take('county', [item], { actor: 'intake:county', commandId: randomUUID() });
  await product.waitForViews();
};

/** A house in Detroit that was taken in; resolves with its item and id. */
async function find(changes: object = {}) {
  found += 1;
  const item = {
    externalId: `house-${found}`,
    title: `Inherited ${2 + (found % 4)} bedroom house at ${100 + 53 * found} Linden Avenue, as-is`,
    price: 45_000,
    details: `Heirs of number ${found} want it gone.`,
    link: `https://listings.example.com/pair/${found}`,
    zipCode: '48204',
    ...changes,
  };
  await take(item);
  return { item, id: deriveListingId('county', item) };
}

async function member(filters: object = { zipCode: '48204' }) {
  const client = product.newClient();
  const email = `${randomUUID()}@example.com`;
  const { id } = await client.register(email);
  await client.patch('/api/profile', filters);
  const setMembership = (status: string) => root.patch(`/api/admin/users/${id}/membership`, { status });
  await setMembership('active');
  return { client, id, email, setMembership };
}

async function why(listing: string, user: string, asOf?: string): Promise<MatchExplanation> {
  const query = new URLSearchParams({ listing, user, ...(asOf !== undefined && { as_of: asOf }) });
  const { status, text } = await root.get(`/api/admin/why?${query.toString()}`);
  expect([status, text]).toEqual([200, expect.stringContaining('{')]);
  return JSON.parse(text) as MatchExplanation;
}
const settled = (listing: string, user: string, outcome: string) =>
  expect.poll(async () => (await why(listing, user)).outcome).toBe(outcome);
const texts = ({ criteria }: MatchExplanation) => criteria.map(({ holds, text }) => `${holds ? 'yes' : 'NO'} ${text}`);

describe('why one user got one listing', () => {
  it('The reason why one user got one listing is explained with the compared values, by id and by email', async () => {
    const { id: userId, email } = await member();
    const { id, item } = await find();
    await settled(id, userId, 'sent');
    const told = await why(id, email.toUpperCase(), 'then');
    const ofSearch = [
      { rule: 'zip', holds: true, text: 'ZIP code 48204 known' },
      { rule: 'distance', holds: true, text: '0 mi, 50 miles within 50 (default)' },
      { rule: 'price', holds: true, text: '$45,000, $9,000 under the max of $54,000 (default)' },
      { rule: 'type', holds: true, text: 'Houses always included' },
    ];
    expect(told).toEqual({
      asOf: 'then',
      at: told.at,
      listing: { id, title: item.title, price: 45_000, priceText: '$45,000' },
      user: { id: userId, email },
      outcome: 'sent',
      sentAt: told.sentAt,
      matches: true,
      summary: 'Sent.',
      criteria: [
        { rule: 'listing', holds: true, text: 'Listing available' },
        { rule: 'membership', holds: true, text: 'Active member' },
        ...ofSearch,
      ],
      searches: [{ id: '1', name: 'Search 1', paused: false, matches: true, criteria: ofSearch }],
    });
    expect(Date.parse(told.sentAt ?? '')).toBeGreaterThanOrEqual(Date.parse(told.at));
  });

  it('The reason why one user got one listing is explained as of then and as of now, whatever changed in between', async () => {
    const { client, id: userId, setMembership } = await member();
    const { id, item } = await find();
    await settled(id, userId, 'sent');
    await client.patch('/api/profile', { zipCode: '60601', maxPrice: 40_000 });
    await setMembership('unconfirmed');
    await take({ ...item, price: 60_000 });
    expect(texts(await why(id, userId, 'then'))).toEqual([
      'yes Listing available',
      'yes Active member',
      'yes ZIP code 48204 known',
      'yes 0 mi, 50 miles within 50 (default)',
      'yes $45,000, $9,000 under the max of $54,000 (default)',
      'yes Houses always included',
    ]);
    const now = await why(id, userId, 'now');
    expect(texts(now)).toEqual([
      'yes Listing available',
      'NO Not an active member',
      'yes ZIP code 60601 known',
      'NO 231.9 mi, 181.9 miles beyond 50 (default)',
      'NO $60,000, $20,000 over the max of $40,000',
      'yes Houses always included',
      expect.stringMatching(/^NO Already sent on [A-Z][a-z]{2} \d+, \d{4}$/),
      'yes No repost',
    ]);
    expect(now).toMatchObject({ outcome: 'sent', matches: false, asOf: 'now' });
  });
});

describe('why one user did not get one listing', () => {
  it('The reason why one user did not get one listing is explained with the rules that failed, then and now', async () => {
    const { client, id: userId } = await member({ zipCode: '48204', maxPrice: 40_000 });
    const { id } = await find();
    const then = await why(id, userId, 'then');
    expect(then).toMatchObject({
      outcome: 'not sent',
      summary: 'Did not match: $45,000, $5,000 over the max of $40,000.',
    });
    await client.patch('/api/profile', { maxPrice: 50_000 });
    expect(await why(id, userId, 'then')).toMatchObject({
      summary: 'Did not match: $45,000, $5,000 over the max of $40,000.',
    });
    expect(await why(id, userId)).toMatchObject({
      matches: true,
      summary: 'Would match now, but was not sent: older listings are never sent.',
    });
  });

  it('The reason why one user did not get one listing is that it was found before the filters changed, or before the membership', async () => {
    const { client, id: userId } = await member({ zipCode: '48204', maxPrice: 40_000 });
    const { id } = await find();
    const newest = async (user: string) => texts(await why(id, user)).slice(-3);
    expect(await newest(userId)).toEqual([
      'yes Not sent before',
      'yes No repost',
      expect.stringMatching(/^yes Found on .+, after the last change of membership and filters$/),
    ]);
    await client.patch('/api/profile', { quietHours: true });
    expect((await newest(userId)).at(-1)).toContain('after the last change');
    await client.patch('/api/profile', { maxPrice: 50_000 });
    expect((await newest(userId)).at(-1)).toMatch(/^NO Found on .+, less than a day before the filters changed$/);
    const { id: later } = await member();
    expect((await newest(later)).at(-1)).toMatch(
      /^NO Found on .+, less than a day before the membership became active$/,
    );
  });

  it('The reason why one user did not get one listing is that it is a repost', async () => {
    const { item, id } = await find();
    const { id: userId } = await member();
    await take({ ...item, externalId: `${item.externalId}-again`, link: `${item.link}-again` });
    await expect.poll(async () => texts(await why(id, userId))).toContain('NO Reposted 1 time; reposts are never sent');
  });

  it('The reason why one user did not get one listing is that there was no account yet, or that it was deleted', async () => {
    const { id } = await find();
    const { id: userId } = await member();
    expect(texts(await why(id, userId, 'then'))).toContain('NO Not an active member, no account yet');
    await root.send('DELETE', `/api/admin/users/${userId}`);
    expect(texts(await why(id, userId))).toContain('NO Not an active member, account deleted');
  });

  it('The reason why one user did not get one listing is that the listing was withdrawn before the digest', async () => {
    const { id: userId } = await member({ zipCode: '48204', notificationPreference: 'daily' });
    const { id } = await find();
    await settled(id, userId, 'waiting');
    expect((await why(id, userId)).summary).toBe('Matched; waiting to be sent.');
    const withdraw = { type: 'Withdraw' as const, data: { listingId: id, reason: 'sold' } };
    const sender = { actor: 'intake:county', commandId: randomUUID() };
    await product.context.handle(listings, listingStream(id), withdraw, sender);
    await product.waitForViews();
    expect(texts(await why(id, userId))[0]).toBe('NO Listing withdrawn');
    expect(texts(await why(id, userId, 'then'))[0]).toBe('yes Listing available');
  });
});

it.each([
  ['', 400, 'listing is required'],
  ['listing=x', 400, 'user is required'],
  ['listing=x&user=y&as_of=later', 400, "as_of must be 'now' or 'then'"],
  ['listing=x&user=y', 404, 'No such listing'],
])('The question %s is answered with %i', async (query, status, text) => {
  const answer = await root.get(`/api/admin/why?${query}`);
  expect([answer.status, answer.text]).toEqual([status, text]);
});

it('A user who never existed is not explained', async () => {
  const { id } = await find();
  for (const user of [randomUUID(), 'nobody@example.com', '../x']) {
    const answer = await root.get(`/api/admin/why?listing=${id}&user=${encodeURIComponent(user)}`);
    expect([answer.status, answer.text]).toEqual([404, 'No such user']);
  }
});

it('A listing is found by words of its title, its link or its id', async () => {
  const { item, id } = await find({ title: 'Yellow farmhouse with a windmill, estate sale' });
  const like = async (q: string) =>
    JSON.parse((await root.get(`/api/admin/why/listings?q=${encodeURIComponent(q)}`)).text) as ChosenListing[];
  await expect.poll(() => like('WINDMILL yellow')).toHaveLength(1);
  for (const q of [item.link, id]) expect((await like(q))[0]).toMatchObject({ id, title: item.title });
  expect((await like('windmill'))[0]).toMatchObject({ price: 45_000, priceText: '$45,000', place: 'Detroit, MI' });
  expect(await like('no such words')).toEqual([]);
  expect((await like('')).length).toBeGreaterThan(1);
});
