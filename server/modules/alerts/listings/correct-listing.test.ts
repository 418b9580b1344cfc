import { beforeAll, describe, expect, it } from 'vitest';
import { setUpAdmin, setUpServer } from '#server/testing/set-up-server.ts';

const house = {
  title: 'Inherited 3 bedroom house at 107 Elm Street',
  price: '$45k obo',
  details: 'Heirs want it gone, as-is.',
  link: 'https://listings.example.com/107',
  zipCode: '48204',
};

describe('a listing that an admin withdraws', () => {
  const product = setUpServer();
  const root = setUpAdmin(product);

  it('A listing that an admin withdraws is withdrawn with a reason, once, and matches no member from then on', async () => {
    const { id } = JSON.parse((await root.post('/api/admin/listings', house)).text) as { id: string };
    const path = `/api/admin/listings/${id}/withdraw`;
    const answers = [await root.post(path, { reason: 'Sold' }), await root.post(path, { reason: 'Sold' })];
    for (const { status, text } of answers) {
      expect([status, JSON.parse(text)]).toEqual([200, { id, title: house.title, status: 'withdrawn' }]);
    }
    const log = (await root.get('/api/admin/workflow-logs?limit=50')).text;
    expect(log.match(/withdrawn by root@example\.com: Sold/g)).toHaveLength(1);
    const why = await root.get(`/api/admin/why?listing=${id}&user=root@example.com`);
    expect(why.text).toContain('Listing withdrawn');
  });

  it('A listing that an admin withdraws is refused without a reason, and where the listing does not exist', async () => {
    expect(await root.post('/api/admin/listings/none/withdraw', { reason: ' ' })).toMatchObject({
      status: 400,
      text: 'reason is required',
    });
    expect(await root.post('/api/admin/listings/none/withdraw', { reason: 'Sold' })).toMatchObject({
      status: 404,
      text: 'No such listing',
    });
  });
});

describe('a listing whose type an admin corrects', () => {
  const product = setUpServer();
  const root = setUpAdmin(product);
  let id: string;
  const retype = (propertyType: string, listingId = id) =>
    root.post(`/api/admin/listings/${listingId}/retype`, { propertyType });
  const listIds = async (type: string) =>
    (JSON.parse((await root.get(`/api/admin/listings?type=${type}`)).text) as { id: string }[]).map((one) => one.id);
  beforeAll(async () => {
    ({ id } = JSON.parse((await root.post('/api/admin/listings', house)).text) as { id: string });
  });

  it('A listing whose type an admin corrects is listed by the new type, and the log says so once', async () => {
    for (const { status, text } of [await retype('raw land'), await retype('raw land')])
      expect([status, JSON.parse(text)]).toEqual([200, { id, title: house.title, propertyType: 'raw land' }]);
    expect([await listIds('house'), await listIds('raw land')]).toEqual([[], [id]]);
    const log = (await root.get('/api/admin/workflow-logs?limit=50')).text;
    expect(log.match(/changed from house to raw land by root@example\.com/g)).toHaveLength(1);
  });

  it('A listing whose type an admin corrects is shown and filtered by the new type to the members who have it', async () => {
    const ann = product.newClient();
    const { id: userId } = await ann.register('ann@example.com');
    await ann.patch('/api/profile', { zipCode: '48204', includeTinyHomes: true });
    await root.patch(`/api/admin/users/${userId}/membership`, { status: 'active' });
    expect((await retype('tiny home')).status).toBe(200);
    const list = async (type: string) =>
      JSON.parse((await ann.get(`/api/listings?type=${type}`)).text) as { propertyType: string }[];
    await expect.poll(() => list('tiny home')).toMatchObject([{ id, propertyType: 'tiny home' }]);
    expect((await retype('mobile home')).status).toBe(200);
    await expect.poll(() => list('mobile home')).toMatchObject([{ id, propertyType: 'mobile home' }]);
    expect(await list('tiny home')).toEqual([]);
    const { timeline } = JSON.parse((await ann.get(`/api/listings/${id}`)).text) as { timeline: { text: string }[] };
    const past = timeline.map(({ text }) => text);
    expect(past).toEqual(expect.arrayContaining(['Type changed from tiny home to mobile home', 'Sent to you']));
  });

  it('A listing whose type an admin corrects is explained by the new type', async () => {
    await retype('raw land');
    for (const asOf of ['now', 'then']) {
      const why = await root.get(`/api/admin/why?listing=${id}&user=root@example.com&as_of=${asOf}`);
      expect(why.text).toContain('Raw land not included');
    }
  });

  it('A listing whose type an admin corrects is refused with an unknown type, where it does not exist, and once it is withdrawn', async () => {
    expect(await retype('castle')).toMatchObject({
      status: 400,
      text: 'propertyType must be one of house, mobile home, raw land, tiny home',
    });
    expect(await retype('house', 'none')).toMatchObject({ status: 404, text: 'No such listing' });
    await root.post(`/api/admin/listings/${id}/withdraw`, { reason: 'Sold' });
    expect(await retype('tiny home')).toMatchObject({ status: 409, text: 'This listing was withdrawn.' });
  });
});
