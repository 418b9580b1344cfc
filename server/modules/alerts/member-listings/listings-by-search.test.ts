import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { MemberListing } from '#domain/member-listing/contract.ts';
import type { SearchView } from '#domain/user/searches.contract.ts';
import { setUpServer } from '#server/testing/set-up-server.ts';

const product = setUpServer();

it('A listing that fits a further search is found by it, and its row and its line of the export name the searches', async () => {
  const ann = product.newClient();
  const { id: userId } = await ann.register('ann@example.com');
  await ann.patch('/api/profile', { zipCode: '48204' });
  await (await product.adminClient()).patch(`/api/admin/users/${userId}/membership`, { status: 'active' });
  const search = { name: 'Motor City', zipCode: '48204', maxPrice: 42_000 };
  const { id } = JSON.parse((await ann.post('/api/searches', search)).text) as SearchView;
  const items = [41_000, 50_000].map((price, n) => ({
    externalId: `house-${n}`,
    title: `Inherited house at ${100 + n} Elm Street, must sell as-is`,
    price,
    link: `https://listings.example.com/${n}`,
    zipCode: '48204',
  }));
  await product.intake.take('county', items, { actor: 'intake:county', commandId: randomUUID() });
  const list = async (searchId: string) =>
    JSON.parse((await ann.get(`/api/listings?sort=price&search=${searchId}`)).text) as MemberListing[];
  await expect.poll(async () => (await list('1')).length).toBe(2);
  const first = { id: '1', name: 'Search 1' };
  expect((await list('1')).map(({ searches }) => searches)).toEqual([[first, { id, name: 'Motor City' }], [first]]);
  expect((await list(id)).map(({ price }) => price)).toEqual([41_000]);
  expect(await list(randomUUID())).toEqual([]);
  const { text } = await ann.get(`/api/listings/export?search=${id}`);
  expect(
    text
      .trim()
      .split('\r\n')
      .map((line) => line.split(',').at(-1)),
  ).toEqual(['searches', 'Search 1; Motor City']);
});
