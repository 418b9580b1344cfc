import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listingStream } from '#domain/event-catalog/streams.ts';
import { listing } from '#domain/listing/decider.ts';
import type { MatchPreview } from '#domain/matching/preview.contract.ts';
import { deriveListingId } from '#server/modules/intake/pipeline/listing-id.ts';
import type { TestResponse, TestClient } from '#server/testing/test-client.ts';
import { type TestServer, startTestServer } from '#server/testing/test-server.ts';

const path = '/api/listings/preview';
const item = (n: number, changes: object = {}) => ({
  externalId: `house-${n}`,
  title: `Inherited 3 bedroom house at ${100 + 7 * n} ${['Elm', 'Oak', 'Ash'][n % 3] ?? ''} Street, must sell as-is`,
  price: 40_000 + n,
  details: 'Heirs want it gone.',
  link: `https://listings.example.com/${n}`,
  zipCode: '48204',
  ...changes,
});

let product: TestServer;
const take = async (...items: object[]) => {
  await product.intake.take('county', items, { actor: 'intake:county', commandId: randomUUID() });
  await product.waitForViews();
};
const readBy = async (client: TestClient, query = ''): Promise<MatchPreview> =>
  previewIn(await client.get(path + query));
const previewIn = ({ status, text }: TestResponse): MatchPreview => {
  expect([status, text]).toEqual([200, expect.stringContaining('{')]);
  return JSON.parse(text) as MatchPreview;
};

describe('the preview of filters', () => {
  let ann: TestClient;
  let empty: MatchPreview;
  beforeAll(async () => {
    product = await startTestServer();
    ann = product.newClient();
    await ann.register('ann@example.com');
    empty = await readBy(ann, '?zipCode=48204');
    await take(item(1), item(2), item(3), item(4));
    await take(
      item(5, { price: 60_000 }),
      item(6, { zipCode: '60601' }),
      item(7, { title: '5 acres of raw land, wooded lot', details: 'Vacant land.' }),
    );
  });
  afterAll(() => product.stop());

  it('The preview of filters asks for a ZIP where there is none', async () => {
    const none = { count: 0, days: 30, listings: [], centre: null, pins: [], zipKnown: false };
    expect(await readBy(ann)).toEqual({ ...none, hint: 'Set your ZIP code to preview your matches.' });
    expect(await readBy(ann, '?zipCode=00000')).toEqual({
      ...none,
      hint: 'ZIP code 00000 is not known. Check it, or use one nearby.',
    });
  });

  it('The preview of filters says where there are no listings at all', async () => {
    const hint = 'No listings here yet. We’ll alert you when one arrives.';
    expect(empty).toMatchObject({ count: 0, zipKnown: true, hint });
    expect(await readBy(ann, '?zipCode=96799')).toMatchObject({ count: 0, zipKnown: true, hint: null });
  });

  it('The preview of filters counts the matches and shows the newest three', async () => {
    const { count, days, zipKnown, hint, listings } = await readBy(ann, '?zipCode=48204');
    expect({ count, days, zipKnown, hint }).toEqual({ count: 4, days: 30, zipKnown: true, hint: null });
    expect(listings).toHaveLength(3);
    expect(listings.map(({ sentAt }) => sentAt)).toEqual(
      listings.map(({ sentAt }) => sentAt).toSorted((a, b) => (a < b ? 1 : -1)),
    );
    expect(listings[0]).toMatchObject({
      link: expect.stringMatching(/^https:\/\/listings\.example\.com\/[1-4]$/) as string,
      details: 'Heirs want it gone.',
      imageUrl: '',
      miles: 0,
      kind: 'new',
      why: [
        'In your ZIP',
        expect.stringMatching(/^\$40,00\d, \$13,99\d under your \$54,000 max$/) as string,
        'Houses always included',
      ],
    });
  });

  it('The preview of a search with a name, before it is saved, says by name what each listing fits', async () => {
    const { count, listings } = await readBy(ann, '?name=Motor%20City&zipCode=48204&maxPrice=41000');
    expect(count).toBe(4);
    expect(listings.map(({ searches }) => searches)).toEqual(listings.map(() => [{ id: '', name: 'Motor City' }]));
    expect(listings[0]?.why).toEqual([
      'Motor City: In your ZIP',
      expect.stringMatching(/^Motor City: \$40,00\d, \$99\d under your \$41,000 max$/),
      'Houses always included',
    ]);
    expect((await readBy(ann, '?name=Far&zipCode=48601&mileageRadius=250')).listings[0]?.why[0]).toMatch(
      /^Far: [\d.]+ mi from 48601 \(within 250\)$/,
    );
  });

  it('The preview of filters tells the centre of the ZIP, and roughly where its matches are', async () => {
    const { centre, pins, count } = await readBy(ann, '?zipCode=48204');
    expect(centre?.latitude).toBeCloseTo(42.37, 1);
    expect(pins).toHaveLength(count);
    for (const { latitude, longitude } of pins)
      expect(`${latitude} ${longitude}`).toMatch(/^42\.\d{1,2} -83\.\d{1,2}$/);
  });

  it('The preview of filters applies every filter as entered', async () => {
    const counts = async (query: string) => (await readBy(ann, `?zipCode=48204${query}`)).count;
    expect(await counts('&maxPrice=40002')).toBe(2);
    expect(await counts('&maxPrice=150000')).toBe(5);
    expect(await counts('&includeRawLand=true')).toBe(5);
    expect(await counts('&includeRawLand=false&includeMobileHomes=true&notificationPreference=daily')).toBe(4);
    expect(await counts('&mileageRadius=250')).toBe(5);
    expect((await readBy(ann, '?zipCode=60601')).count).toBe(1);
  });

  it("The preview of filters takes filters that are not given from the member's own", async () => {
    const bob = product.newClient();
    await bob.register('bob@example.com');
    await bob.patch('/api/profile', { zipCode: '48204', maxPrice: 40_001 });
    expect((await readBy(bob)).count).toBe(1);
    expect((await readBy(bob, '?maxPrice=40003')).count).toBe(3);
  });

  it('The preview of filters recognizes a lower price, and whether it is a drop for this member', async () => {
    await take(item(5, { price: 50_000 }));
    const { count, listings } = await readBy(ann, '?zipCode=48204');
    expect(count).toBe(5);
    expect(listings[0]).toMatchObject({ priceText: '$50,000', kind: 'new' });
    const dearer = await readBy(ann, '?zipCode=48204&maxPrice=60000');
    expect(dearer.listings[0]).toMatchObject({ priceText: '$50,000', kind: 'price drop' });
  });

  it('The preview of filters leaves out withdrawn listings', async () => {
    const before = (await readBy(ann, '?zipCode=48204')).count;
    const listingId = deriveListingId('county', item(1));
    const command = { type: 'Withdraw', data: { listingId, reason: 'Sold' } } as const;
    const sender = { actor: 'system', commandId: randomUUID() };
    await product.context.handle(listing, listingStream(listingId), command, sender);
    await product.waitForViews();
    expect((await readBy(ann, '?zipCode=48204')).count).toBe(before - 1);
  });

  it.each([
    ['maxPrice=150001', 'Max price must be at most $150,000'],
    ['maxPrice=-1', 'Max price must be at least $0'],
    ['maxPrice=54k', 'Max price must be a whole number of dollars'],
    ['maxPrice=', 'Max price must be a whole number of dollars'],
    ['maxPrice=1.5', 'Max price must be a whole number of dollars'],
    ['maxPrice=1&maxPrice=2', 'Max price must be a whole number of dollars'],
    ['zipCode=4820', 'Incorrect ZIP code format, must be 5 numbers'],
    ['zipCode=', 'Incorrect ZIP code format, must be 5 numbers'],
    ['mileageRadius=30', 'Choose a mileage radius from the list: 25 to 250 miles in steps of 25'],
    ['includeTinyHomes=yes', 'includeTinyHomes must be true or false'],
    ['name=%20', 'Enter a name for the search'],
    [`name=${'x'.repeat(61)}`, 'The name of a search must be at most 60 characters'],
    ['notificationPreference=weekly', "Notification preference must be 'immediate' or 'daily'"],
  ])('The preview of filters refuses %s', async (query, sentence) => {
    const answer = await ann.get(`${path}?${query}`);
    expect([answer.status, answer.text]).toEqual([400, sentence]);
  });
});

it('The preview is the same after a restart', async () => {
  product = await startTestServer();
  const ann = product.newClient();
  await ann.register('ann@example.com');
  await take(item(1), item(2));
  await take(item(1, { price: 30_000 }));
  const before = await readBy(ann, '?zipCode=48204');
  expect(before.count).toBe(2);
  await product.close();
  const cookie = ann.cookie();
  product = await startTestServer({ DATA_DIR: product.dataDir });
  const again = product.newClient();
  expect(previewIn(await again.get(`${path}?zipCode=48204`, { cookie }))).toEqual(before);
  await product.stop();
});
