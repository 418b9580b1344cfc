import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { userStream } from '#domain/event-catalog/streams.ts';
import type { Recorded } from '#domain/shared/decider.ts';
import type { UserEvent } from '#domain/user/events.ts';
import { listAll } from '#projections/store/list-all.ts';
import { parseUser } from '#server/testing/test-client.ts';
import { setUpServer } from '#server/testing/set-up-server.ts';
import { startTestServer } from '#server/testing/test-server.ts';

const path = '/api/forgot-password';
const own = 'house hunter';

const product = setUpServer();

async function registered(email = `${randomUUID()}@example.com`) {
  const client = product.newClient();
  const { id } = await client.register(email, own);
  return { client, id, email };
}

type Issued = Recorded<Extract<UserEvent, { type: 'TemporaryPasswordIssued' }>>;

async function issuedFor(userId: string): Promise<Issued[]> {
  const { events } = await product.context.events.read(userStream(userId));
  return events.filter((event): event is Issued => event.type === 'TemporaryPasswordIssued');
}

/** Requests a password and returns what the mail will say. */
async function forgotten({ id, email }: { id: string; email: string }): Promise<string> {
  const before = (await issuedFor(id)).length;
  expect((await product.newClient().post(path, { email })).status).toBe(200);
  await expect.poll(async () => (await issuedFor(id)).length).toBe(before + 1);
  const issued = (await issuedFor(id)).at(-1);
  return issued ? product.context.temporaryPasswords.derive(issued) : '';
}

const signIn = (email: string, password: string) => product.newClient().post('/api/login', { email, password });

describe('a request for a forgotten password', () => {
  it('A request for a forgotten password gets the same answer whether there is an account or not', async () => {
    const { email } = await registered();
    const answers = await Promise.all(
      [email, email.toUpperCase(), 'nobody@example.com'].map((asked) =>
        product.newClient().post(path, { email: asked }),
      ),
    );
    for (const { status, text, headers } of answers) {
      expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
      expect(text).toBe(answers[0]?.text);
    }
  });

  it('A request for a forgotten password is answered before the account is looked up', async () => {
    const { id, email } = await registered();
    const { emails } = product.context;
    const look = emails.findOwnerByPseudonym;
    const gate = Promise.withResolvers<undefined>();
    emails.findOwnerByPseudonym = async (asked) => {
      await gate.promise;
      return look(asked);
    };
    try {
      expect((await product.newClient().post(path, { email })).status).toBe(200);
      expect(await issuedFor(id)).toEqual([]);
    } finally {
      emails.findOwnerByPseudonym = look;
      gate.resolve(undefined);
    }
    await expect.poll(async () => (await issuedFor(id)).length).toBe(1);
  });

  it.each([[{}], [{ email: '' }], [{ email: 'no address' }], [{ email: 7 }], [{ email: `${'a'.repeat(250)}@x.com` }]])(
    'A request for a forgotten password needs an address: %j',
    async (body) => {
      const { status, text } = await product.newClient().post(path, body);
      expect([status, text]).toEqual([400, 'Invalid email address']);
    },
  );

  it("A request for a forgotten password creates a temporary password that signs in once, in addition to the user's own", async () => {
    const person = await registered();
    const temporary = await forgotten(person);
    expect(temporary).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/);
    expect(parseUser(await signIn(person.email, own)).mustChangePassword).toBe(false);
    expect(parseUser(await signIn(person.email, temporary))).toMatchObject({ id: person.id, mustChangePassword: true });
    const again = await signIn(person.email, temporary);
    expect([again.status, again.text]).toEqual([401, 'Incorrect email or password']);
    expect((await signIn(person.email, own)).status).toBe(200);
  });

  it('A request for a forgotten password creates a password that only one of many concurrent sign-ins can use', async () => {
    const person = await registered();
    const temporary = await forgotten(person);
    const answers = await Promise.all([1, 2, 3, 4].map(() => signIn(person.email, temporary)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  });

  it('A request for a forgotten password is finished when the password is changed with the temporary one as the current password', async () => {
    const person = await registered();
    const temporary = await forgotten(person);
    const client = product.newClient();
    await client.post('/api/login', { email: person.email, password: temporary });
    const change = { currentPassword: temporary, newPassword: 'a new house' };
    expect(parseUser(await client.patch('/api/profile/credentials', change)).mustChangePassword).toBe(false);
    expect((await signIn(person.email, 'a new house')).status).toBe(200);
    expect((await signIn(person.email, own)).status).toBe(401);
    const spent = { currentPassword: temporary, newPassword: 'yet another' };
    expect((await client.patch('/api/profile/credentials', spent)).text).toBe('Current password is incorrect');
  });

  it("A request for a forgotten password creates a password that is invalid once the user's password changes", async () => {
    const person = await registered();
    const temporary = await forgotten(person);
    await person.client.patch('/api/profile/credentials', { currentPassword: own, newPassword: 'a new house' });
    expect((await signIn(person.email, temporary)).status).toBe(401);
  });

  it('A request for a forgotten password creates a password that a later one replaces', async () => {
    const person = await registered();
    const first = await forgotten(person);
    const second = await forgotten(person);
    expect(second).not.toBe(first);
    expect((await signIn(person.email, first)).status).toBe(401);
    expect((await signIn(person.email, second)).status).toBe(200);
  });

  it('A request for a forgotten password issues one password for a request that is sent twice under one key', async () => {
    const person = await registered();
    const key = { 'idempotency-key': randomUUID() };
    for (let times = 2; times > 0; times -= 1) await product.newClient().post(path, { email: person.email }, key);
    await expect.poll(() => issuedFor(person.id)).toHaveLength(1);
    await forgotten(person);
    expect(await issuedFor(person.id)).toHaveLength(2);
  });

  it('A request for a forgotten password is recorded in the log without the password', async () => {
    const person = await registered();
    const temporary = await forgotten(person);
    await signIn(person.email, temporary);
    const root = await product.adminClient();
    const log = (await root.get('/api/admin/workflow-logs?limit=10')).text;
    expect(log).toContain(`Temporary password issued for ${person.email} by a visitor`);
    expect(log).toContain(`Temporary password of ${person.email} used`);
    const { events } = await product.context.events.read(userStream(person.id));
    expect(JSON.stringify(events)).not.toContain(temporary);
    expect(log).not.toContain(temporary);
  });
});

describe('a temporary password', () => {
  it('A temporary password belongs to one user', async () => {
    const ann = await registered();
    const temporary = await forgotten(ann);
    const bob = await registered();
    expect((await signIn(bob.email, temporary)).status).toBe(401);
    await forgotten(bob);
    expect((await signIn(bob.email, temporary)).status).toBe(401);
    expect((await signIn('nobody@example.com', temporary)).status).toBe(401);
  });

  it('A temporary password may be typed with a trailing blank, as it is copied from a mail', async () => {
    const person = await registered();
    expect((await signIn(person.email, `${await forgotten(person)} `)).status).toBe(200);
  });
});

describe('requests for a password', () => {
  it('Requests for a password are limited by the address of the client, regardless of the account', async () => {
    const strict = await startTestServer({ RATE_FORGOT: '2/1h' });
    try {
      const client = strict.newClient();
      expect((await client.post(path, { email: 'nobody' })).status).toBe(400);
      expect((await client.post(path, { email: 'a@example.com' })).status).toBe(200);
      expect((await client.post(path, { email: 'b@example.com' })).status).toBe(200);
      const { status, headers, text } = await client.post(path, { email: 'c@example.com' });
      expect([status, text]).toEqual([429, 'Too many requests for a password. Please try again in 60 minutes.']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(3500);
    } finally {
      await strict.stop();
    }
  });

  it('Requests for a password do not store an address that a user typed', async () => {
    const first = await startTestServer();
    const { documents, emails, passwordRequests } = first.context;
    await passwordRequests.stop();
    await first.newClient().post(path, { email: 'Nobody@example.com' });
    const kept = () => listAll<{ id: string; name?: string }>(documents, 'password-requests');
    expect(await kept()).toMatchObject([{ name: emails.toPseudonym('nobody@example.com') }]);
    expect(JSON.stringify(await kept()).toLowerCase()).not.toContain('nobody');
    await first.stop();
  });

  it('Requests for a password that were accepted before the process ended are completed at the next start', async () => {
    const first = await startTestServer();
    const { id } = await first.newClient().register('ann@example.com');
    await first.context.passwordRequests.stop();
    await first.newClient().post(path, { email: 'ann@example.com' });
    await first.close();
    const second = await startTestServer({ DATA_DIR: first.dataDir });
    try {
      const types = async () => (await second.context.events.read(userStream(id))).events.map(({ type }) => type);
      await expect.poll(types).toContain('TemporaryPasswordIssued');
    } finally {
      await second.stop();
    }
  });
});
