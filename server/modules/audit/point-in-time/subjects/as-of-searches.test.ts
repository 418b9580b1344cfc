import { expect, it } from 'vitest';
import type { AsOfAnswer } from '#domain/history/point-in-time.contract.ts';
import { setUpAdmin, setUpServer } from '#server/testing/set-up-server.ts';

const product = setUpServer();
const root = setUpAdmin(product);

it('A user is shown with the further searches of that moment', async () => {
  const cid = product.newClient();
  const { id } = await cid.register('cid@example.com');
  const asOf = async (query: Record<string, string>) => {
    const { status, text } = await root.get(
      `/api/admin/history/as-of?${new URLSearchParams({ ...query, history: 'all' })}`,
    );
    expect(status, text).toBe(200);
    return JSON.parse(text) as AsOfAnswer; // the test checks its content
  };
  const ids: string[] = [];
  for (const name of ['Cabins', 'Lots', 'Huts']) {
    const { text } = await cid.post('/api/searches', { name, zipCode: '48204' });
    ids.push((JSON.parse(text) as { id: string }).id);
  }
  await cid.patch(`/api/searches/${ids[0]}`, { paused: true });
  await cid.send('DELETE', `/api/searches/${ids[1]}`);
  const { history = [], state } = await asOf({ user: id });
  const [cabins, huts] = [
    { name: 'Cabins', zipCode: '48204', paused: true },
    { name: 'Huts', zipCode: '48204', paused: false },
  ];
  expect(state?.['searches']).toMatchObject([cabins, huts]);
  expect(history.map(({ type }) => type)).toEqual([
    'UserRegistered',
    ...['SearchAdded', 'SearchAdded', 'SearchAdded', 'SearchChanged', 'SearchRemoved'],
  ]);
  const then = await asOf({ user: id, position: String(history[2]?.position) });
  const before = [{ ...cabins, paused: false }];
  expect(then.changes).toMatchObject([{ field: 'searches', before, after: [...before, { name: 'Lots' }] }]);
});
