import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type DealFigures, minComparables } from '#domain/deal/contract.ts';
import type { MemberListing, MemberListingDetails } from '#domain/member-listing/contract.ts';
import type { OwnerOfferView } from '#domain/owner-offer/contract.ts';
import type { TestClient } from '#server/testing/test-client.ts';
import { type TestServer, startTestServer } from '#server/testing/test-server.ts';

const others = 11;
let product: TestServer;
let ann: TestClient;

const take = async (source: string, ...items: object[]) => {
  await product.intake.take(source, items, { actor: `intake:${source}`, commandId: randomUUID() });
  await product.waitForViews();
};
/** 1,000 square feet for $20,000, $21,000 and so on. */
const house = (n: number, changes: object = {}) => ({
  externalId: `deal-${n}`,
  title: `Inherited house at ${100 + 37 * n} ${['Elm', 'Oak', 'Ash', 'Pine'][n % 4] ?? ''} Street, sold as-is`,
  price: 20_000 + 1000 * n,
  details: `1,000 sq ft, lot number ${n}. Heirs want it gone.`,
  link: `https://deals.example.com/${n}`,
  zipCode: '48204',
  ...changes,
});
const list = async () => JSON.parse((await ann.get('/api/listings?limit=50')).text) as MemberListing[];
const dealOf = async (text: string): Promise<DealFigures | null> => {
  const id = (await list()).find(({ title }) => title.includes(text))?.id ?? '';
  return (JSON.parse((await ann.get(`/api/listings/${id}`)).text) as MemberListingDetails).deal;
};

beforeAll(async () => {
  product = await startTestServer();
  const root = await product.adminClient();
  ann = product.newClient();
  const { id } = await ann.register('ann@example.com');
  await ann.patch('/api/profile', { zipCode: '48201', includeRawLand: true });
  await root.patch(`/api/admin/users/${id}/membership`, { status: 'active' });
  for (let n = 0; n < others; n++) await take('county', house(n));
  await take('county', house(20, { title: 'Inherited house at 9 Far Lane, sold as-is', zipCode: '48104' }));
  await take(
    'county',
    house(21, { title: 'Inherited house at 7 Silent Court, as-is', details: 'Heirs want it gone.' }),
  );
  await vi.waitFor(async () => expect(await list()).toHaveLength(others + 2), 120_000);
});
afterAll(() => product.stop());

it('The price of a listing for its size is compared with the others of its type within 25 miles of it', async () => {
  const deal = { unit: 'square foot', count: others - 1, miles: 25, days: 365 };
  await expect.poll(() => dealOf('100 Elm')).toEqual({ ...deal, pricePerUnit: 20, median: 25.5, cheapestPercent: 10 });
  expect(await dealOf('470 Ash')).toEqual({ ...deal, pricePerUnit: 30, median: 24.5, cheapestPercent: 100 });
});

it('A listing that tells no size is compared with none', async () => {
  expect(await dealOf('Silent Court')).toBeNull();
});

it('The offer of an owner is compared in the same way, and tells its place and its signals', async () => {
  const price = {
    title: 'House in Detroit, MI',
    details: 'Inherited house of 2,000 sq ft, sold as-is.',
    price: 30_000,
  };
  await take('sell', { ...house(30), ...price });
  const root = await product.adminClient();
  const [held] = JSON.parse((await root.get('/api/admin/review')).text) as { id: string }[];
  await root.post(`/api/admin/review/${held?.id ?? ''}`, { decision: 'accept' });
  await expect.poll(async () => (await list()).some(({ title }) => title === price.title)).toBe(true);
  const id = (await list()).find(({ title }) => title === price.title)?.id ?? '';
  const offer = JSON.parse((await ann.get(`/api/offers/${id}`)).text) as OwnerOfferView;
  expect(offer.deal).toMatchObject({ pricePerUnit: 15, count: others, cheapestPercent: 9 });
  expect(offer.place).toMatchObject({ city: 'Detroit', state: 'MI', zipCode: '48204', isApproximate: true });
  expect(offer.location.latitude).toBeCloseTo(42.37, 1);
  expect(offer.signals).toContainEqual(expect.objectContaining({ quote: 'Inherited' }));
});

it('A withdrawn listing is no longer compared with', async () => {
  const [cheap] = (await list()).filter(({ title }) => title.includes('100 Elm'));
  const root = await product.adminClient();
  await root.post(`/api/admin/listings/${cheap?.id ?? ''}/withdraw`, { reason: 'Sold' });
  await expect.poll(async () => (await dealOf('137 Oak'))?.count).toBe(others - 1);
});

it('A listing whose type was corrected is no longer compared with those of its former type', async () => {
  expect(await dealOf('174 Ash')).toMatchObject({ count: minComparables });
  const [wrong] = (await list()).filter(({ title }) => title.includes('470 Ash'));
  const root = await product.adminClient();
  await root.post(`/api/admin/listings/${wrong?.id ?? ''}/retype`, { propertyType: 'tiny home' });
  await expect.poll(() => dealOf('174 Ash')).toBeNull();
});
