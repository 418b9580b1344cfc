import { describe, expect, it } from 'vitest';
import { userStream } from '#domain/event-catalog/streams.ts';
import { parseUser } from '#server/testing/test-client.ts';
import { setUpServer } from '#server/testing/set-up-server.ts';

const path = '/api/profile/credentials';
const password = 'house hunter';
const newPassword = 'another one';

const product = setUpServer();

async function registered(email: string) {
  const client = product.newClient();
  const user = await client.register(email, password);
  return { client, user };
}

async function canSignIn(email: string, secret: string): Promise<boolean> {
  return (await product.newClient().post('/api/login', { email, password: secret })).status === 200;
}

describe('a change of credentials', () => {
  it('A change of credentials needs the current password', async () => {
    const { client } = await registered('ann@example.com');
    const wrong = await client.patch(path, { currentPassword: 'not this one', newPassword });
    expect([wrong.status, wrong.text]).toEqual([400, 'Current password is incorrect']);
    const none = await client.patch(path, { newPassword });
    expect([none.status, none.text]).toEqual([400, 'Current password is required']);
    expect(await canSignIn('ann@example.com', password)).toBe(true);
  });

  it('A change of credentials does nothing when nothing would change', async () => {
    const { client } = await registered('bob@example.com');
    for (const body of [{}, { email: '', newPassword: '' }, { email: 'bob@example.com' }]) {
      const answer = await client.patch(path, { currentPassword: password, ...body });
      expect([answer.status, answer.text]).toEqual([400, 'Nothing to update']);
    }
  });

  it.each([
    [{ email: 'nobody' }, 'Invalid email address'],
    [{ newPassword: 'short' }, 'Password must be at least 6 characters'],
    [{ newPassword: 'x'.repeat(129) }, 'Password must be at most 128 characters'],
  ])('A change of credentials refuses %j', async (body, sentence) => {
    const { client } = await registered(`${crypto.randomUUID()}@example.com`);
    const answer = await client.patch(path, { currentPassword: password, ...body });
    expect([answer.status, answer.text]).toEqual([400, sentence]);
  });

  it('A change of credentials sets another password and ends the other sessions', async () => {
    const { client, user } = await registered('carl@example.com');
    const elsewhere = product.newClient();
    await elsewhere.post('/api/login', { email: 'carl@example.com', password });
    const answer = await client.patch(path, { email: '', currentPassword: password, newPassword });
    expect(parseUser(answer)).toEqual(user);
    expect((await client.get('/api/user')).status).toBe(200);
    expect((await elsewhere.get('/api/user')).status).toBe(401);
    expect(await canSignIn('carl@example.com', password)).toBe(false);
    expect(await canSignIn('carl@example.com', newPassword)).toBe(true);
  });

  it('A change of credentials applies where the answer says so, although another change runs at the same time', async () => {
    const { client } = await registered('zoe@example.com');
    const wanted = ['the first new one', 'the second new one'];
    const answers = await Promise.all(
      wanted.map((secret) => client.patch(path, { currentPassword: password, newPassword: secret })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const done = answers.map(({ status }) => status === 200);
    expect(await Promise.all(wanted.map((secret) => canSignIn('zoe@example.com', secret)))).toEqual(done);
  });

  it('A change of credentials sets another address and releases the old one', async () => {
    const { client } = await registered('dora@example.com');
    const user = parseUser(await client.patch(path, { email: 'dora@new.example.com', currentPassword: password }));
    expect(user.email).toBe('dora@new.example.com');
    expect(await canSignIn('dora@example.com', password)).toBe(false);
    expect(await canSignIn('DORA@new.example.com', password)).toBe(true);
    await registered('dora@example.com');
  });

  it('A change of credentials may change only the case of an address', async () => {
    const { client } = await registered('eve@example.com');
    const user = parseUser(await client.patch(path, { email: 'Eve@Example.com', currentPassword: password }));
    expect(user.email).toBe('Eve@Example.com');
    expect(await canSignIn('eve@example.com', password)).toBe(true);
    expect((await product.newClient().post('/api/register', { email: 'eve@example.com', password })).status).toBe(409);
  });

  it('A change of credentials refuses an address that is taken, and then changes nothing', async () => {
    await registered('fay@example.com');
    const { client } = await registered('gil@example.com');
    const answer = await client.patch(path, { email: 'FAY@example.com', currentPassword: password, newPassword });
    expect([answer.status, answer.text]).toEqual([409, 'That email is already registered']);
    expect(await canSignIn('gil@example.com', password)).toBe(true);
  });

  it('A change of credentials answers a repeated request with the first answer', async () => {
    const { client, user } = await registered('hal@example.com');
    const key = { 'idempotency-key': 'once' };
    const body = { email: 'hal@new.example.com', currentPassword: password, newPassword };
    for (const attempt of [1, 2]) {
      const answer = await client.patch(path, body, key);
      expect([attempt, answer.status, parseUser(answer).email]).toEqual([attempt, 200, 'hal@new.example.com']);
    }
    const { events } = await product.context.events.read(userStream(user.id));
    expect(events.map(({ type }) => type)).toEqual(['UserRegistered', 'EmailChanged', 'PasswordChanged']);
  });
});

describe('what is stored of a password', () => {
  it('No event contains any form of a password', async () => {
    await registered('ida@example.com');
    const events = await product.context.events.readAll(0 as never, 10_000);
    expect(JSON.stringify(events)).not.toContain(password);
    expect(JSON.stringify(events)).not.toContain('argon2');
  });
});
