import { afterEach, describe, expect, it } from 'vitest';
import { userStream } from '#domain/event-catalog/streams.ts';
import { type TestServer, startTestServer } from '#server/testing/test-server.ts';

let product: TestServer;
afterEach(() => product.stop());

const password = 'house hunter';
const ann = 'ann@example.com';

function tryLogin(email: string, secret: string, from = '10.0.0.1') {
  return product.newClient().post('/api/login', { email, password: secret }, { 'x-forwarded-for': from });
}

async function fail(email: string, times: number, from?: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < times; n += 1) statuses.push((await tryLogin(email, 'not this one', from)).status);
  return statuses;
}

describe('failed sign-ins', () => {
  const begin = async () => {
    product = await startTestServer({ RATE_LOGIN: '3/15m', TRUST_PROXY: '1' });
    await product.newClient().register(ann, password);
  };

  it('Failed sign-ins are rejected past the limit, with a sentence and the seconds to wait', async () => {
    await begin();
    expect(await fail(ann, 4)).toEqual([401, 401, 401, 429]);
    const right = await tryLogin('ANN@example.com', password);
    const seconds = Number(right.headers.get('retry-after'));
    const minutes = Math.ceil(seconds / 60);
    const sentence = `Too many sign-in attempts. Please try again in ${minutes} minutes.`;
    expect([right.status, right.text]).toEqual([429, sentence]);
    expect(seconds).toBeLessThanOrEqual(900);
  });

  it('Failed sign-ins of a client elsewhere do not lock out the user', async () => {
    await begin();
    await fail(ann, 4, '10.0.0.2');
    expect((await tryLogin(ann, password)).status).toBe(200);
  });

  it('Failed sign-ins are reset by a success', async () => {
    await begin();
    await fail(ann, 2);
    expect((await tryLogin(ann, password)).status).toBe(200);
    expect(await fail(ann, 3)).toEqual([401, 401, 401]);
  });

  it('Failed sign-ins count for the address as a whole: five times as many', async () => {
    await begin();
    for (let n = 0; n < 5; n += 1) await fail(`user${n}@example.com`, 3);
    expect((await tryLogin('another@example.com', 'not this one')).status).toBe(429);
    expect((await tryLogin('another@example.com', 'not this one', '10.0.0.9')).status).toBe(401);
  });

  it('Failed sign-ins cannot exceed the limit by concurrent requests', async () => {
    await begin();
    const answers = await Promise.all(Array.from({ length: 30 }, () => tryLogin(ann, 'not this one')));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(27);
  });

  it('Failed sign-ins do not count where no password was checked, and successful ones do not count', async () => {
    await begin();
    await product.newClient().post('/api/login', { email: ann }, { 'x-forwarded-for': '10.0.0.1' });
    const answers = await Promise.all(Array.from({ length: 12 }, () => tryLogin(ann, password)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('Failed sign-ins count for a wrong current password too', async () => {
    await begin();
    const client = product.newClient();
    await client.post('/api/login', { email: ann, password });
    const change = { currentPassword: 'not this one', newPassword: 'another one' };
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await client.patch('/api/profile/credentials', change)).status);
    expect(statuses).toEqual([400, 400, 400, 429]);
  });
});

describe('the other limits', () => {
  it('The other limits count every valid registration of an address, and no invalid one', async () => {
    product = await startTestServer({ RATE_REGISTER: '2/1h', TRUST_PROXY: '1' });
    const register = (email: string, from = '10.0.0.1') =>
      product.newClient().post('/api/register', { email, password }, { 'x-forwarded-for': from });
    for (let n = 0; n < 3; n += 1) expect((await register('no address')).status).toBe(400);
    expect((await register(ann)).status).toBe(201);
    expect((await register(ann)).status).toBe(409);
    const third = await register('bob@example.com');
    expect([third.status, third.text]).toEqual([429, 'Too many registrations. Please try again in 60 minutes.']);
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(3_540);
    expect((await register('bob@example.com', '10.0.0.2')).status).toBe(201);
  });

  it('The other limits count the requests of a session', async () => {
    product = await startTestServer({ RATE_API: '3/1m' });
    const client = product.newClient();
    await client.register(ann);
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await client.get('/api/user')).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    const other = product.newClient();
    await other.post('/api/login', { email: ann, password });
    expect((await other.get('/api/user')).status).toBe(200);
  });

  it('The other limits ignore a forwarded address that did not come from a trusted proxy', async () => {
    product = await startTestServer({ RATE_REGISTER: '1/1h' });
    const register = (email: string, from: string) =>
      product.newClient().post('/api/register', { email, password }, { 'x-forwarded-for': from });
    expect((await register(ann, '10.0.0.1')).status).toBe(201);
    expect((await register('bob@example.com', '10.0.0.2')).status).toBe(429);
  });
});

describe('changes of an account', () => {
  it('Changes of an account by its user are rejected past the limit, those by admins are not', async () => {
    product = await startTestServer({ RATE_FACTS: '2/1d' });
    const client = product.newClient();
    const { id } = await client.register(ann, password);
    const save = async (maxPrice: number) => client.patch('/api/profile', { maxPrice });
    expect([(await save(1)).status, (await save(2)).status]).toEqual([200, 200]);
    const late = await save(3);
    expect([late.status, late.text]).toEqual([
      429,
      'Too many changes of this account. Please try again in 1440 minutes.',
    ]);
    expect((await client.post('/api/request-higher-limit')).status).toBe(429);
    const full = await product.adminClient();
    for (const status of ['active', 'unconfirmed', 'active'])
      expect((await full.patch(`/api/admin/users/${id}/membership`, { status })).status).toBe(200);
  });

  it('Changes of an account that change nothing write no event', async () => {
    product = await startTestServer();
    const client = product.newClient();
    const { id } = await client.register(ann, password);
    for (let times = 3; times > 0; times -= 1) await client.patch('/api/profile', { maxPrice: 5, zipCode: '48204' });
    const { events } = await product.context.events.read(userStream(id));
    expect(events.map(({ type }) => type)).toEqual(['UserRegistered', 'FiltersUpdated']);
  });
});
