import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPosition } from '#domain/shared/decider.ts';
import type { FoundListing } from '#domain/listing/found-listings.contract.ts';
import type { ManualEntryPreview } from '#domain/listing/manual-entry.contract.ts';
import type { TestClient } from '#server/testing/test-client.ts';
import { type TestServer, startTestServer } from '#server/testing/test-server.ts';

const path = '/api/admin/listings';
let product: TestServer;
let root: TestClient;
let helper: TestClient;
beforeAll(async () => {
  product = await startTestServer();
  await product.intake.ready;
  root = await product.adminClient();
  helper = product.newClient();
  const { id } = await helper.register('helper@example.com');
  await root.patch(`/api/admin/users/${id}/role`, { role: 'helper' });
});
afterAll(() => product.stop());

let houses = 0;
const house = (changes: object = {}) => {
  houses += 1;
  return {
    title: `Inherited 3 bedroom house at ${100 + 7 * houses} Elm Street`,
    price: '$45k obo',
    details: `Heirs want number ${100 + 7 * houses} gone, as-is.`,
    link: `https://listings.example.com/${houses}`,
    zipCode: '48204',
    ...changes,
  };
};
const enter = async (item: object, query = '', who = helper) => {
  const { status, text } = await who.post(path + query, item);
  return [status, status < 300 ? (JSON.parse(text) as { id: string }) : text] as const;
};

describe('a listing that an admin enters', () => {
  it('A listing that an admin enters is processed like all others, and the log says who entered it', async () => {
    const member = product.newClient();
    const { id } = await member.register(`${randomUUID()}@example.com`);
    await member.patch('/api/profile', { zipCode: '48204', maxPrice: 50_000 });
    await root.patch(`/api/admin/users/${id}/membership`, { status: 'active' });
    const item = house();
    const [status, answer] = await enter(item);
    expect([status, answer]).toEqual([201, { id: expect.any(String) as string, outcome: 'accepted', reason: null }]);
    const recent = async () => (await member.get('/api/listings/recent')).text;
    await expect.poll(recent).toContain(item.title);
    const log = (await root.get('/api/admin/workflow-logs?limit=20')).text;
    expect(log).toContain(`${item.title}, $45,000 in Detroit, MI (from admin-entry by helper@example.com)`);
    expect(await enter(item)).toEqual([202, { ...Object(answer), outcome: 'duplicate' }]);
  });

  it('A listing that an admin enters may have its ZIP as a number and its coordinates as text', async () => {
    const written = { zipCode: 48204, latitude: '42.37° N', longitude: '83.14 W', postedAt: '4/30/2026', county: '' };
    expect(await enter(house(written))).toMatchObject([201, { outcome: 'accepted' }]);
    expect(await enter(house({ zipCode: 8204 }), '?dryRun=1')).toMatchObject([200, { place: { state: 'NJ' } }]);
    expect(await enter(house({ latitude: 'north' }))).toEqual([400, 'latitude must be a number']);
  });

  it('A listing that an admin enters waits or is rejected, with the reason in words', async () => {
    expect(await enter(house({ price: 'make offer' }))).toEqual([
      202,
      expect.objectContaining({ outcome: 'review', reason: 'No valid price found' }),
    ]);
    const wanted = house({ title: 'We buy houses, any condition', details: 'Call us today for a cash offer.' });
    expect(await enter(wanted)).toEqual([
      202,
      expect.objectContaining({ outcome: 'rejected', reason: expect.stringMatching(/^It /) as string }),
    ]);
  });

  it('A listing that an admin enters is taken once per Idempotency-Key, and a repeat gets the same answer', async () => {
    const item = house();
    const key = { 'idempotency-key': randomUUID() };
    const answers = [await helper.post(path, item, key), await helper.post(path, item, key)];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[0]?.text).toBe(answers[1]?.text);
  });

  it('A listing that an admin enters is refused with a message that names the field', async () => {
    expect(await enter({ ...house(), title: undefined })).toEqual([400, 'title is required']);
    expect(await enter({ ...house(), link: undefined })).toEqual([400, 'link is required']);
    expect(await enter(house({ link: 'ftp://x' }))).toEqual([400, 'link must start with http:// or https://']);
    expect(await enter(house({ price: {} }))).toEqual([400, 'price must be a number or a text']);
    expect(await enter(house(), '?dryRun=yes')).toEqual([400, 'dryRun must be true or 1, or not given']);
  });
});

describe('a dry run', () => {
  const preview = async (item: object) => (await enter(item, '?dryRun=1'))[1];

  it("A dry run gives the scout's classification, and stores nothing", async () => {
    const countListingEvents = async () =>
      (await product.context.events.readAll(startPosition, 10_000)).filter(({ type }) => type.startsWith('Listing'))
        .length;
    const before = await countListingEvents();
    expect(await enter(house(), '?dryRun=1')).toEqual([
      200,
      {
        verdict: 'match',
        reason: null,
        alertCount: expect.any(Number) as number,
        price: 45_000,
        priceText: '$45,000',
        propertyType: 'house',
        place: { zipCode: '48204', city: 'Detroit', state: 'MI' },
        reasons: expect.arrayContaining([{ says: 'Price $45,000', quote: '$45k' }]) as object[],
      },
    ]);
    expect(await countListingEvents()).toBe(before);
  });

  it('A dry run counts the members whom the listing alerts once it is entered, and none where it alerts no member', async () => {
    const zipCode = '97701';
    const join = async (maxPrice: number, isMember = true) => {
      const member = product.newClient();
      const { id } = await member.register(`${randomUUID()}@example.com`);
      await member.patch('/api/profile', { zipCode, maxPrice });
      if (isMember) await root.patch(`/api/admin/users/${id}/membership`, { status: 'active' });
    };
    for (const maxPrice of [44_000, 45_000, 90_000]) await join(maxPrice);
    await join(90_000, false);
    const item = house({ zipCode });
    const counted = async (changes = {}) =>
      ((await preview({ ...item, ...changes })) as object as ManualEntryPreview).alertCount;
    await expect.poll(counted).toBe(2);
    await join(45_000);
    await expect.poll(counted).toBe(3);
    await expect.poll(() => counted({ price: '$90,001' })).toBe(0);
    await expect.poll(() => counted({ title: 'Manufactured home' })).toBe(0);
    expect(await counted({ price: 'make offer' })).toBeNull();
    const [, { id }] = (await enter(item)) as [number, { id: string }];
    const found = async () => (JSON.parse((await root.get(`${path}?q=${id}`)).text) as FoundListing[])[0]?.alerts;
    await expect.poll(found).toEqual({ sent: 3, waiting: 0 });
  });

  it('A dry run lists what is missing while it is typed', async () => {
    expect(await preview({ title: 'House for sale' })).toMatchObject({
      verdict: 'review',
      propertyType: 'house',
      price: null,
      priceText: '',
    });
    expect(await preview({ title: 'House for sale', price: 45_000 })).toMatchObject({
      verdict: 'review',
      reason: 'Location unknown',
    });
    expect(await preview({})).toMatchObject({ verdict: 'review', propertyType: null, place: null, reasons: [] });
    expect(await preview({ title: 'We buy houses for cash, any condition' })).toMatchObject({ verdict: 'reject' });
  });
});
