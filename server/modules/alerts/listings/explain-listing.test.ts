import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userStream } from '#domain/event-catalog/streams.ts';
import type { OwnMatchExplanation } from '#domain/matching/own-match-explanation.contract.ts';
import { deriveListingId } from '#server/modules/intake/pipeline/listing-id.ts';
import type { TestClient } from '#server/testing/test-client.ts';
import { type TestServer, startTestServer } from '#server/testing/test-server.ts';

const streets = ['Elm', 'Oak', 'Ash', 'Pine', 'Maple', 'Birch', 'Cedar', 'Walnut', 'Cherry', 'Willow'];
let product: TestServer;
let root: TestClient;
let found = 0;
beforeAll(async () => {
  product = await startTestServer();
  root = await product.adminClient();
});
afterAll(() => product.stop());

/** A house in Detroit that was taken in; resolves with its item and id. */
async function find(changes: object = {}) {
  found += 1;
  const item = {
    externalId: `house-${found}`,
    title: `Inherited ${2 + (found % 4)} bedroom house at ${100 + 37 * found} ${streets[found % 10] ?? ''} Street, as-is`,
    price: 45_000,
    details: `Heirs of number ${found} want it gone.`,
    link: `https://listings.example.com/${found}`,
    zipCode: '48204',
    ...changes,
  };
  await take(item);
  return { item, id: deriveListingId('county', item) };
}
const take = async (item: object) => {
  await product.intake.take('county', [item], { actor: 'intake:county', commandId: randomUUID() });
  await product.waitForViews();
};

async function member(filters: object = { zipCode: '48204' }) {
  const client = product.newClient();
  const { id } = await client.register(`${randomUUID()}@example.com`);
  await client.patch('/api/profile', filters);
  const setMembership = (status: string) => root.patch(`/api/admin/users/${id}/membership`, { status });
  await setMembership('active');
  return { client, id, setMembership };
}

async function whyOf(client: TestClient, id: string): Promise<OwnMatchExplanation> {
  const { status, text } = await client.get(`/api/listings/${id}/why`);
  expect([status, text]).toEqual([200, expect.stringContaining('{')]);
  return JSON.parse(text) as OwnMatchExplanation;
}
const sent = (client: TestClient, id: string) =>
  expect.poll(async () => (await whyOf(client, id)).outcome).toBe('sent');
const missed = (why: OwnMatchExplanation) =>
  why.reasons.filter(({ holds }) => !holds).map(({ rule, text }) => [rule, text]);

describe('why a listing was sent', () => {
  it('The reason why a listing was sent is explained with the compared values', async () => {
    const { client } = await member();
    const { id, item } = await find();
    await sent(client, id);
    const why = await whyOf(client, id);
    expect(why).toEqual({
      id,
      title: item.title,
      price: 45_000,
      priceText: '$45,000',
      outcome: 'sent',
      sentAt: why.sentAt,
      summary: 'Matches your filters.',
      reasons: [
        { rule: 'signal', holds: true, text: 'Inherited: “Inherited”' },
        { rule: 'signal', holds: true, text: 'As-is: “as-is”' },
        { rule: 'signal', holds: true, text: 'Quick sale: “want it gone”' },
        { rule: 'distance', holds: true, text: 'In your ZIP' },
        { rule: 'price', holds: true, text: '$45,000, $9,000 under your $54,000 max' },
        { rule: 'type', holds: true, text: 'Houses always included' },
      ],
    });
    const recent = JSON.parse((await client.get('/api/listings/recent')).text) as { id: string; sentAt: string }[];
    expect(recent[0]?.sentAt).toBe(why.sentAt);
    expect(await whyOf(client, recent[0]?.id ?? '')).toEqual(why);
  });

  it('The reason why a listing was sent stays the same when filters change', async () => {
    const { client } = await member();
    const { id } = await find();
    await sent(client, id);
    await client.patch('/api/profile', { maxPrice: 1000 });
    expect(await whyOf(client, id)).toMatchObject({ outcome: 'sent' });
  });

  it('The reason why a listing was sent is explained for a price drop', async () => {
    const { client } = await member();
    const { id, item } = await find({ price: 50_000 });
    await sent(client, id);
    await take({ ...item, price: 40_000 });
    await expect.poll(async () => (await whyOf(client, id)).priceText).toBe('$40,000');
    expect((await whyOf(client, id)).reasons.find(({ rule }) => rule === 'price')?.text).toBe(
      'Price dropped to $40,000, $14,000 under your $54,000 max',
    );
  });

  it('The reason why a listing was sent is the next digest for members who chose it', async () => {
    const { client } = await member({ zipCode: '48204', notificationPreference: 'daily' });
    const { id } = await find();
    await expect
      .poll(async () => (await whyOf(client, id)).summary)
      .toBe('It matches your filters and comes with your next daily digest.');
    expect(await whyOf(client, id)).toMatchObject({ outcome: 'waiting', sentAt: null });
  });

  it('The reason why a listing was sent is an admin who saved it', async () => {
    const { client, id } = await member();
    const row = { title: 'Barn', price: '9k', details: '', link: '', imageUrl: '', timestamp: null };
    const { user } = await import('#domain/user/decider.ts');
    const data = { userId: id, listings: [row], now: new Date().toISOString() };
    const sender = { actor: 'system', commandId: randomUUID() };
    await product.context.handle(user, userStream(id), { type: 'SaveListings', data }, sender);
    await product.waitForViews();
    const [saved] = JSON.parse((await client.get('/api/listings/recent')).text) as { id: string }[];
    expect(await whyOf(client, encodeURIComponent(saved?.id ?? ''))).toMatchObject({
      outcome: 'sent',
      summary: 'Hand-picked for you by our team.',
    });
  });
});

describe('why a listing was not sent', () => {
  it.each<[string, object, [string, string][]]>([
    ['the distance', { zipCode: '60601' }, [['distance', '231.9 mi from 60601 (outside 50)']]],
    ['the price', { zipCode: '48204', maxPrice: 40_000 }, [['price', '$45,000, $5,000 over your $40,000 max']]],
    ['no ZIP', {}, [['zip', 'No ZIP code set']]],
    ['an unknown ZIP', { zipCode: '00000' }, [['zip', 'ZIP code 00000 is not known. Check it, or use one nearby.']]],
  ])('The reason why a listing was not sent is %s', async (_what, filters, reasons) => {
    const { client } = await member(filters);
    const { id } = await find();
    const why = await whyOf(client, id);
    expect(missed(why)).toEqual(reasons);
    expect(why).toMatchObject({ outcome: 'not sent', sentAt: null });
    expect(why.summary.startsWith(`Not sent to you. ${reasons[0]?.[1].replace(/\.$/, '') ?? ''}`)).toBe(true);
  });

  it('The reason why a listing was not sent is the type', async () => {
    const { client } = await member();
    const { id } = await find({ title: '5 acres of raw land, wooded lot', details: 'Vacant land, no house.' });
    expect(missed(await whyOf(client, id))).toEqual([['type', 'Raw land: not in your filters']]);
  });

  it('The reason why a listing was not sent is the membership', async () => {
    const { client, setMembership } = await member();
    await setMembership('unconfirmed');
    const { id } = await find();
    expect(missed(await whyOf(client, id))).toEqual([
      ['membership', 'Your membership is inactive; only members get alerts'],
    ]);
  });

  it('The reason why a listing was not sent is that it was found before the membership began', async () => {
    const { id } = await find();
    const { client } = await member();
    expect(missed(await whyOf(client, id))).toEqual([
      [
        'time',
        expect.stringMatching(/^Found on \w+ \d+, \d{4}, before your membership. We don’t send older listings$/),
      ],
    ]);
  });

  it('The reason why a listing was not sent is that it was found before the filters changed, with the filters of that time', async () => {
    const { client } = await member({ zipCode: '48204', maxPrice: 40_000 });
    const { id } = await find();
    await client.patch('/api/profile', { maxPrice: 50_000 });
    const why = await whyOf(client, id);
    expect(missed(why)).toEqual([
      ['time', expect.stringMatching(/before your filters changed. We don’t send older listings$/)],
      ['price', '$45,000, $5,000 over your $40,000 max'],
    ]);
    expect(why.outcome).toBe('not sent');
  });
});

it.each([randomUUID(), 'x', '%00', '..%2f..', 'saved-0-x', 'a'.repeat(5000)])(
  'Nothing is explained about an unknown listing',
  async (id) => {
    const { client } = await member();
    const answer = await client.get(`/api/listings/${id}/why`);
    expect([answer.status, answer.text]).toEqual([404, 'No such listing']);
  },
);
