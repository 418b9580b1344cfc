import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Request } from 'express';
import type { Doc } from '#projections/store/port.ts';
import { setUpServer } from '#server/testing/set-up-server.ts';
import { createIdempotencyKeys, type KeyDocuments } from './idempotency-keys.ts';

const password = 'house hunter';
const newEmail = () => `${randomUUID()}@example.com`;
const product = setUpServer();

const register = async (path: string, email: string, key: string) =>
  (await product.newClient().post(path, { email, password }, { 'idempotency-key': key })).status;

it.each(['/api/register/', '/API/Register'])(
  'A registration with another address under the same key is refused, also when its path is spelled %s',
  async (path) => {
    const [key, email] = [randomUUID(), newEmail()];
    expect(await register('/api/register', email, key)).toBe(201);
    expect(await register(path, newEmail(), key)).toBe(422);
    expect(await register(path, email, key)).toBe(201);
  },
);

it('A key that came with another query is refused', async () => {
  const admin = await product.adminClient();
  const key = { 'idempotency-key': randomUUID() };
  const send = async (query: string) =>
    (await admin.post(`/api/admin/dead-letters/resend${query}`, undefined, key)).status;
  expect([await send('?a=1'), await send('?a=1'), await send('?a=2')]).toEqual([200, 200, 422]);
});

it('Of two requests that send one key at the same time with other bodies, the later is refused', async () => {
  let stored: Doc | null = null;
  const documents: KeyDocuments = {
    get: <D extends Doc>() => Promise.resolve(stored as D | null), // of the one type that is stored
    compareAndSet: (_space, ...[, next]) => {
      stored = Object.assign({}, next, { id: 'command', fingerprint: 'of the other body' });
      return Promise.resolve(false);
    },
  };
  // Nothing else of a request is read.
  const request = { method: 'POST', query: {}, get: () => 'key' } as unknown as Request;
  const { assertSameRequest } = createIdempotencyKeys(documents);
  await expect(assertSameRequest(request, 'command', { email: newEmail() })).rejects.toMatchObject({ status: 422 });
});

it('An empty key is none', async () => {
  expect(await register('/api/register', newEmail(), '')).toBe(201);
  expect(await register('/api/register', newEmail(), '')).toBe(201);
});

it('A key has no effect on a request that changes nothing', async () => {
  const client = product.newClient();
  await client.register(newEmail());
  expect((await client.get('/api/user', { 'idempotency-key': 'k'.repeat(201) })).status).toBe(200);
});
