import { beforeAll, describe, expect, it } from 'vitest';
import type { AdminUserView } from '#domain/user/contract.ts';
import { setUpAdmin, setUpServer } from '#server/testing/set-up-server.ts';
import type { TestClient } from '#server/testing/test-client.ts';

const product = setUpServer();
const full = setUpAdmin(product);
let helper: TestClient;
let ids: Record<'a' | 'b' | 'c', string>;

beforeAll(async () => {
  const register = async (name: string, filters: object) => {
    const client = product.newClient();
    const { id } = await client.register(`${name}.facet@example.com`);
    await client.patch('/api/profile', filters);
    return { id, client };
  };
  const [a, b, c] = [
    await register('a', { zipCode: '48204', includeRawLand: true }),
    await register('b', { zipCode: '10001', notificationPreference: 'daily' }),
    await register('c', { includeRawLand: true }),
  ];
  ids = { a: a.id, b: b.id, c: c.id };
  await full.patch(`/api/admin/users/${a.id}/membership`, { status: 'active' });
  await a.client.post('/api/request-higher-limit');
  await full.patch(`/api/admin/users/${c.id}/role`, { role: 'helper' });
  await product.context.onBounce({ address: 'b.facet@example.com', status: '5.1.1' });
  helper = c.client;
});

const list = (query: string, client = full) => client.get(`/api/admin/users?limit=100&${query}`);
const found = async (query: string) => {
  const { text, headers } = await list(query);
  const names = (JSON.parse(text) as AdminUserView[]).map(({ email }) => email.charAt(0)).join('');
  expect(Number(headers.get('x-total-count'))).toBe(names.length);
  return names;
};

describe('The list of users', () => {
  it.each([
    ['q=48204', 'a'],
    ['q=482', 'a'],
    ['q=B.FACET', 'b'],
    ['q=99999', ''],
    ['q=.facet&membership=active', 'a'],
    ['q=.facet&membership=unconfirmed', 'bc'],
    ['q=.facet&role=helper', 'c'],
    ['q=.facet&role=none', 'ab'],
    ['request=true', 'a'],
    ['q=.facet&request=false', 'bc'],
    ['notification=daily', 'b'],
    ['q=.facet&zip=none', 'c'],
    ['zip=48204', 'a'],
    ['zip=MI', 'a'],
    ['zip=ZZ', ''],
    ['bounced=true', 'b'],
    ['q=.facet&bounced=false', 'ac'],
    ['type=raw%20land', 'ac'],
    ['request=true&zip=MI&membership=active&type=raw%20land', 'a'],
    ['request=true&zip=NY', ''],
    ['q=.facet&sort=-zipCode&type=raw%20land', 'ac'],
  ])('The list of users is narrowed down by %s', async (query, names) => {
    expect(await found(query)).toBe(names);
  });

  it('The list of users by ids leaves out those who do not meet a facet', async () => {
    const all = `ids=${ids.c},${ids.b},${ids.a}`;
    expect(await list(`${all}&zip=none`).then(({ text }) => (JSON.parse(text) as AdminUserView[]).length)).toBe(1);
    for (const [query, count] of [
      ['zip=MI', 1],
      ['bounced=false', 2],
      ['q=48204', 1],
      ['request=false', 2],
    ] as const)
      expect((JSON.parse((await list(`${all}&${query}`)).text) as unknown[]).length).toBe(count);
  });

  it('The list of users shows at once that an address bounces', async () => {
    await product.newClient().register('e.bounces@example.com');
    expect(await found('q=e.bounces&bounced=true')).toBe('');
    await product.context.onBounce({ address: 'e.bounces@example.com', status: '5.1.1' });
    expect(await found('q=e.bounces&bounced=true')).toBe('e');
  });

  it('The list of users follows a member to another ZIP, and an address that no longer bounces', async () => {
    const client = product.newClient();
    const { id } = await client.register('d.moved@example.com');
    await client.patch('/api/profile', { zipCode: '60601' });
    expect(await found('q=60601')).toBe('d');
    await product.context.onBounce({ address: 'd.moved@example.com', status: '5.1.1' });
    expect(await found('q=moved&bounced=true')).toBe('d');
    await client.patch('/api/profile', { zipCode: '60602' });
    await client.patch('/api/profile/credentials', { email: 'e.moved@example.com', currentPassword: 'house hunter' });
    expect(await found('q=60601')).toBe('');
    expect(await found('q=60602')).toBe('e');
    expect(await found('q=moved&bounced=true')).toBe('');
    await full.send('DELETE', `/api/admin/users/${id}`);
  });

  it('The list of users is filtered by role for full admins only, and by nothing unknown', async () => {
    const said = async (query: string, client?: TestClient) => {
      const { status, text } = await list(query, client);
      return [status, text];
    };
    expect(await said('role=full', helper)).toEqual([403, 'Only a full admin may filter by role']);
    expect((await list('zip=MI', helper)).status).toBe(200);
    expect(await said('zip=Michigan')).toEqual([400, 'zip must be a ZIP, the two letters of a state, or none']);
    expect(await said('request=maybe')).toEqual([400, 'request must be true or false']);
    expect(await said('type=house')).toEqual([400, 'type must be one of mobile home, raw land, tiny home']);
    expect(await said('membership=gone')).toEqual([400, 'membership must be active or unconfirmed']);
  });
});
