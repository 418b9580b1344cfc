import { expect, it } from 'vitest';
import { userStream } from '#domain/event-catalog/streams.ts';
import { setUpServer } from '#server/testing/set-up-server.ts';
import { createTotp } from './factors.ts';

const product = setUpServer();
const email = 'ann@example.com';

it('A temporary password does not replace the second factor', async () => {
  const ann = product.newClient();
  const { id } = await ann.register(email);
  const { secret } = JSON.parse((await ann.post('/api/security/app')).text) as { secret: string };
  const code = createTotp(secret).generate();
  expect((await ann.post('/api/security/app/confirm', { code })).status).toBe(200);

  const { context } = product;
  const findIssued = async () =>
    (await context.events.read(userStream(id))).events.find(({ type }) => type === 'TemporaryPasswordIssued');
  expect((await product.newClient().post('/api/forgot-password', { email })).status).toBe(200);
  await expect.poll(findIssued).toBeDefined();
  const issued = await context.temporaryPasswords.findActive(id);
  const password = issued ? context.temporaryPasswords.derive(issued) : '';

  const client = product.newClient();
  const answer = await client.post('/api/login', { email, password });
  expect([answer.status, JSON.parse(answer.text)]).toMatchObject([202, { hasApp: true }]);
  expect((await client.get('/api/user')).status).toBe(401);
});
