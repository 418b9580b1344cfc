import { describe, expect, it } from 'vitest';
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
