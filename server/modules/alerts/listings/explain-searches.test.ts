import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { MatchExplanation } from '#domain/matching/match-explanation.contract.ts';
import type { OwnMatchExplanation } from '#domain/matching/own-match-explanation.contract.ts';
import type { SearchView } from '#domain/user/searches.contract.ts';
import { deriveListingId } from '#server/modules/intake/pipeline/listing-id.ts';
import { setUpServer } from '#server/testing/set-up-server.ts';
import type { TestClient } from '#server/testing/test-client.ts';

const product = setUpServer();
let found = 0;

/** A house in Detroit that was taken in; resolves with its id. */
async function find() {
  found += 1;
  const item = {
    externalId: `house-${found}`,
    title: `Inherited ${2 + (found % 4)} bedroom house at ${100 + 53 * found} Linden Avenue, as-is`,
    price: 45_000,
    details: `Heirs of number ${found} want it gone.`,
    link: `https://listings.example.com/pair/${found}`,
    zipCode: '48204',
  };
  await product.intake.take('county', [item], { actor: 'intake:county', commandId: randomUUID() });
  await product.waitForViews();
  return { id: deriveListingId('county', item) };
}

/** `filters` are the first search. */
async function member(filters: object) {
  const client = product.newClient();
  const { id } = await client.register(`${randomUUID()}@example.com`);
  await client.patch('/api/profile', filters);
  await (await product.adminClient()).patch(`/api/admin/users/${id}/membership`, { status: 'active' });
  return { client, id };
}
const add = async (client: TestClient, search: object) =>
  (JSON.parse((await client.post('/api/searches', search)).text) as SearchView).id;

const why = async (listing: string, user: string, asOf = 'now') => {
  const root = await product.adminClient();
  return JSON.parse(
    (await root.get(`/api/admin/why?listing=${listing}&user=${user}&as_of=${asOf}`)).text,
  ) as MatchExplanation;
};
const texts = ({ criteria }: Pick<MatchExplanation, 'criteria'>) =>
  criteria.map(({ holds, text }) => `${holds ? 'yes' : 'NO'} ${text}`);
const whyOf = async (client: TestClient, id: string) =>
  JSON.parse((await client.get(`/api/listings/${id}/why`)).text) as OwnMatchExplanation;
const missed = (explained: OwnMatchExplanation) =>
  explained.reasons.filter(({ holds }) => !holds).map(({ rule, text }) => [rule, text]);

describe('why one user with several searches got one listing', () => {
  const misses = ({ searches }: MatchExplanation) =>
    searches.map(({ name, criteria }) => [name, criteria.filter(({ holds }) => !holds).map(({ text }) => text)]);

  it('Each search of a user is explained, the nearest first, as of then before a rename and as of now', async () => {
    const { client, id: userId } = await member({ zipCode: '60601', maxPrice: 40_000 });
    const detroit = await add(client, { name: 'Detroit', zipCode: '48204', maxPrice: 50_000, mileageRadius: 25 });
    await add(client, { name: 'Resting', zipCode: '48204', paused: true });
    const { id } = await find();
    await expect.poll(async () => (await why(id, userId)).outcome).toBe('sent');
    await client.patch(`/api/searches/${detroit}`, { name: 'Motor City', maxPrice: 30_000 });
    const farAndDear = [
      'Search 1',
      ['231.9 mi, 181.9 miles beyond 50 (default)', '$45,000, $5,000 over the max of $40,000'],
    ];
    const then = await why(id, userId, 'then');
    expect(then).toMatchObject({ summary: 'Sent for Detroit.', matches: true });
    expect(misses(then)).toEqual([['Detroit', []], ['Resting', ['Search paused']], farAndDear]);
    expect(then.searches[0]).toMatchObject({ id: detroit, paused: false, matches: true });
    expect(texts(then.searches[0] ?? { criteria: [] })).toEqual([
      'yes ZIP code 48204 known',
      'yes 0 mi, 25 miles within 25',
      'yes $45,000, $5,000 under the max of $50,000',
      'yes Houses always included',
    ]);
    const now = await why(id, userId);
    expect(now).toMatchObject({ summary: 'Sent for Detroit.', matches: false });
    expect(misses(now)).toEqual([
      ['Motor City', ['$45,000, $15,000 over the max of $30,000']],
      ['Resting', ['Search paused']],
      farAndDear,
    ]);
    expect(texts(now)).toContain('NO $45,000, $15,000 over the max of $30,000');
  });

  it('A miss of several searches is that of the nearest one, and a later change of what a search fits explains it', async () => {
    const { client, id: userId } = await member({ zipCode: '60601', maxPrice: 40_000 });
    const detroit = await add(client, { name: 'Detroit', zipCode: '48204', maxPrice: 40_000 });
    const { id } = await find();
    const summary = async (asOf: string) => (await why(id, userId, asOf)).summary;
    expect(await summary('then')).toBe('Did not match Detroit: $45,000, $5,000 over the max of $40,000.');
    const time = async () => texts(await why(id, userId)).at(-1);
    await client.patch(`/api/searches/${detroit}`, { name: 'Motor City', notificationPreference: 'daily' });
    expect(await time()).toContain('after the last change');
    await client.patch(`/api/searches/${detroit}`, { maxPrice: 50_000 });
    expect(await time()).toMatch(/^NO Found on .+ before the filters changed$/);
    expect(await summary('now')).toBe('Would match Motor City now, but was not sent: older listings are never sent.');
    await client.send('DELETE', `/api/searches/${detroit}`);
    expect((await why(id, userId)).searches.map(({ name }) => name)).toEqual(['Search 1']);
  });

  it.each<[string, (client: TestClient, searchId: string) => Promise<unknown>]>([
    ['added', (client) => add(client, { name: 'Chicago', zipCode: '60601' })],
    ['paused', (client, searchId) => client.patch(`/api/searches/${searchId}`, { paused: true })],
    ['removed', (client, searchId) => client.send('DELETE', `/api/searches/${searchId}`)],
  ])('A search that was %s after the listing is a later change of the filters', async (_what, change) => {
    const { client, id: userId } = await member({ zipCode: '60601' });
    const searchId = await add(client, { name: 'Detroit', zipCode: '48204', maxPrice: 40_000 });
    const { id } = await find();
    const time = async () => texts(await why(id, userId)).at(-1);
    expect(await time()).toMatch(/^yes/);
    await change(client, searchId);
    expect(await time()).toMatch(/before the filters changed$/);
  });
});

describe('why a member with several searches got a listing, or not', () => {
  it('A listing that fits a further search names it, under the name of that time', async () => {
    const { client } = await member({ zipCode: '60601' });
    const searchId = await add(client, { name: 'Detroit', zipCode: '48204', maxPrice: 50_000 });
    const { id } = await find();
    await expect.poll(async () => (await whyOf(client, id)).outcome).toBe('sent');
    await client.patch(`/api/searches/${searchId}`, { name: 'Motor City' });
    const { reasons } = await whyOf(client, id);
    expect(reasons.filter(({ rule }) => rule !== 'signal').map(({ text }) => text)).toEqual([
      'Detroit: In your ZIP',
      'Detroit: $45,000, $5,000 under your $50,000 max',
      'Houses always included',
    ]);
  });

  it('A listing that fits daily searches comes with the next digest, whatever the first search says', async () => {
    const { client } = await member({ zipCode: '60601' });
    await add(client, { name: 'Detroit', zipCode: '48204', notificationPreference: 'daily' });
    const { id } = await find();
    await expect
      .poll(async () => (await whyOf(client, id)).summary)
      .toBe('It matches your filters and comes with your next daily digest.');
  });

  it('A miss is explained by the nearest search, and by its name', async () => {
    const { client } = await member({ zipCode: '60601', maxPrice: 40_000 });
    const searchId = await add(client, { name: 'Detroit', zipCode: '48204', maxPrice: 40_000 });
    await add(client, { name: 'Chicago', zipCode: '60601', maxPrice: 30_000 });
    const { id } = await find();
    const price = ['price', 'Detroit: $45,000, $5,000 over your $40,000 max'];
    const explained = await whyOf(client, id);
    expect(missed(explained)).toEqual([price]);
    expect(explained.summary).toBe(`Not sent to you. ${price[1] ?? ''}.`);
    await client.patch(`/api/searches/${searchId}`, { maxPrice: 50_000 });
    expect(missed(await whyOf(client, id))).toEqual([
      ['time', expect.stringMatching(/before your filters changed/)],
      price,
    ]);
  });

  it('A miss of the only search is named where another one was added since', async () => {
    const { client } = await member({ zipCode: '48204', maxPrice: 40_000 });
    const { id } = await find();
    await add(client, { name: 'Detroit', zipCode: '48204', maxPrice: 50_000 });
    expect(missed(await whyOf(client, id))).toEqual([
      ['time', expect.stringMatching(/before your filters changed/)],
      ['price', 'Search 1: $45,000, $5,000 over your $40,000 max'],
    ]);
  });

  it('A listing that only a paused search fits says so', async () => {
    const { client } = await member({ zipCode: '60601', maxPrice: 40_000 });
    await add(client, { name: 'Detroit', zipCode: '48204', paused: true });
    const { id } = await find();
    expect(missed(await whyOf(client, id))).toEqual([['paused', 'Detroit: Search paused']]);
  });
});
