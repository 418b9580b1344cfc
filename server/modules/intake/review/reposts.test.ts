import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { listingStream } from '#domain/event-catalog/streams.ts';
import type { ReviewDecision, ReviewItem } from '#domain/review.contract.ts';
import { setUpAdmin, setUpServer } from '#server/testing/set-up-server.ts';

const product = setUpServer();
beforeAll(() => product.intake.ready);
const root = setUpAdmin(product);

const house = {
  title: 'Inherited 3 bedroom house at 5120 Maplewood St, must go',
  details: 'Heirs want it gone as-is: old roof, dry basement, big yard, cash only, vacant since the spring.',
  price: 45_000,
};
let zip = 48_201;
let links = 0;
/** The same offer with a separate link and place for each test. */
const offer = (changes: object = {}) => {
  links += 1;
  return { ...house, link: `https://listings.example.com/${links}`, zipCode: String(zip), ...changes };
};
const take = (item: object) => {
  const sender = { actor: 'intake:county-list', commandId: randomUUID() };
  return product.intake.take('county-list', [item], sender);
};
/** Holds an item that has no readable price; resolves with its id. */
const held = async () => {
  const item = offer({ price: 'make offer' });
  await take(item);
  await product.waitForViews();
  const items = JSON.parse((await root.get('/api/admin/review')).text) as ReviewItem[];
  return items.find(({ listing }) => listing.link === item.link)?.id ?? '';
};
const accept = async (id: string, price = 45_000) => {
  const { text } = await root.post(`/api/admin/review/${id}`, { decision: 'accept', listing: { price } });
  return JSON.parse(text) as ReviewDecision;
};
const factsOf = async (id: string) => {
  const { events } = await product.context.events.read(listingStream(id));
  return events.map(({ type }) => type);
};

describe('a listing accepted in the review', () => {
  it('A listing accepted in the review is recognized at once when it is posted again', async () => {
    zip += 1;
    const id = await held();
    expect(await accept(id)).toEqual({ id, decision: 'accept' });
    expect(await take(offer())).toMatchObject({ accepted: 0, duplicates: 1 });
    expect(await take(offer({ price: 39_000 }))).toMatchObject({ accepted: 1 });
    expect(await factsOf(id)).toEqual(['ListingHeld', 'ListingAccepted', 'ListingFound', 'ListingRepriced']);
  });

  it('A listing accepted in the review is itself a repost where the listing is already known, and says so', async () => {
    zip += 1;
    await take(offer());
    const id = await held();
    expect(await accept(id)).toEqual({ id, decision: 'accept', isRepost: true });
    expect(await factsOf(id)).toEqual(['ListingHeld', 'ListingAccepted', 'ListingReposted']);
  });

  it('A listing accepted in the review is found once when two held items are the same', async () => {
    zip += 1;
    const ids = [await held(), await held()];
    const decided = await Promise.all(ids.map((id) => accept(id)));
    expect(decided.filter(({ isRepost }) => isRepost === true)).toHaveLength(1);
    const all = (await Promise.all(ids.map(factsOf))).flat();
    expect(all.filter((type) => type === 'ListingFound')).toHaveLength(1);
  });

  it('A listing accepted in the review lowers the price of its original', async () => {
    zip += 1;
    const [first, again] = [await held(), await held()];
    await accept(first);
    expect(await accept(again, 40_000)).toMatchObject({ isRepost: true });
    expect(await factsOf(first)).toContain('ListingRepriced');
  });

  it('A listing accepted in the review is settled once, however often the decision is sent', async () => {
    zip += 1;
    const id = await held();
    const key = { 'idempotency-key': randomUUID() };
    const body = { decision: 'accept', listing: { price: 45_000 } };
    const answers = [
      await root.post(`/api/admin/review/${id}`, body, key),
      await root.post(`/api/admin/review/${id}`, body, key),
    ];
    expect(answers.map(({ status, text }) => [status, JSON.parse(text) as unknown])).toEqual([
      [200, { id, decision: 'accept' }],
      [200, { id, decision: 'accept' }],
    ]);
    expect(await factsOf(id)).toEqual(['ListingHeld', 'ListingAccepted', 'ListingFound']);
  });
});
