import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { secondStep } from '#domain/shared/second-step.contract.ts';
import { securityView } from '#domain/sign-in/second-factor.contract.ts';
import { setUpServer } from '#server/testing/set-up-server.ts';
import type { TestClient } from '#server/testing/test-client.ts';
import { createFakeAuthenticator, type FakeAuthenticator } from '../second-factor/testing/fake-authenticator.ts';

const password = 'house hunter';
const origin = 'https://scout.example.com';
const site = { origin, rpID: 'scout.example.com' };
const failed = { status: 401, text: 'The passkey could not be verified. Please try again.' };

const clockFile = join(mkdtempSync(join(tmpdir(), 'clock-')), 'now');
writeFileSync(clockFile, '2026-03-01T12:00:00.000Z');
// The session cookie is for https, which the clients of the tests do not speak: they send it as a header.
const product = setUpServer({ PUBLIC_URL: origin, TRUST_PROXY: '1', CLOCK_FILE: clockFile, NODE_ENV: 'test' });

const ceremony = z.object({ ceremonyId: z.string(), options: z.looseObject({ challenge: z.string() }) });

class User {
  readonly email: string;
  #cookie = '';
  #client: TestClient = product.newClient();
  id = '';

  constructor(email: string) {
    this.email = email;
  }

  async send(method: string, path: string, body?: unknown) {
    const headers = { cookie: this.#cookie, 'x-forwarded-proto': 'https' };
    const answer = await this.#client.send(method, path, { body, headers });
    const cookie = answer.headers.get('set-cookie')?.split(';')[0];
    if (cookie !== undefined) this.#cookie = cookie;
    return answer;
  }

  async begin(path: string, body?: unknown) {
    return ceremony.parse(JSON.parse((await this.send('POST', path, body)).text));
  }

  async register(): Promise<void> {
    const { text } = await this.send('POST', '/api/register', { email: this.email, password });
    this.id = z.object({ id: z.string() }).parse(JSON.parse(text)).id;
  }

  async add(passkey: FakeAuthenticator, from = origin) {
    const { ceremonyId, options } = await this.begin('/api/security/passkeys/options');
    const answer = passkey.register(options, from);
    return this.send('POST', '/api/security/passkeys', { ceremonyId, name: 'Laptop', answer });
  }
}

async function createUser(email: string): Promise<{ user: User; passkey: FakeAuthenticator }> {
  const user = new User(email);
  await user.register();
  const passkey = createFakeAuthenticator(site);
  expect((await user.add(passkey)).status).toBe(201);
  return { user, passkey };
}

describe('a passkey', () => {
  it('A passkey alone opens the account whose id it carries, and once an answer', async () => {
    const { user, passkey } = await createUser('ann@example.com');
    const visitor = new User('');
    const { ceremonyId, options } = await visitor.begin('/api/login/passkey/options', {});
    const answer = passkey.sign(options, { userHandle: user.id });
    const signedIn = await visitor.send('POST', '/api/login/passkey', { ceremonyId, answer });
    expect([signedIn.status, JSON.parse(signedIn.text)]).toEqual([200, expect.objectContaining({ id: user.id })]);
    expect((await visitor.send('GET', '/api/user')).status).toBe(200);
    expect(await new User('').send('POST', '/api/login/passkey', { ceremonyId, answer })).toMatchObject(failed);
    const { passkeys } = securityView.parse(JSON.parse((await user.send('GET', '/api/security')).text));
    expect(passkeys).toMatchObject([{ id: passkey.id, name: 'Laptop', lastUsedAt: expect.any(String) as string }]);
  });

  it('A passkey is the second step after the password, also without a check of the person', async () => {
    const { user, passkey } = await createUser('bea@example.com');
    const visitor = new User('');
    const first = await visitor.send('POST', '/api/login', { email: user.email, password });
    expect(first.status).toBe(202);
    const { token, ...ways } = secondStep.parse(JSON.parse(first.text));
    expect(ways).toEqual({ hasApp: false, hasPasskey: true });
    const { ceremonyId, options } = await visitor.begin('/api/login/passkey/options', { token });
    const answer = passkey.sign(options, { isVerified: false });
    expect((await visitor.send('POST', '/api/login/passkey', { ceremonyId, answer })).status).toBe(200);
  });

  it('A passkey is refused from another site, by another key, with an old counter, without a check of the person', async () => {
    const { user, passkey } = await createUser('cara@example.com');
    const { passkey: foreign } = await createUser('dan@example.com');
    const visitor = new User('');
    const attempt = async (sign: (options: { challenge: string }) => unknown) => {
      const { ceremonyId, options } = await visitor.begin('/api/login/passkey/options', {});
      return visitor.send('POST', '/api/login/passkey', { ceremonyId, answer: sign(options) });
    };
    const userHandle = user.id;
    expect((await attempt((options) => passkey.sign(options, { userHandle, count: 7 }))).status).toBe(200);
    for (const sign of [
      (options) => passkey.sign(options, { userHandle, from: 'https://scout.example.org', count: 8 }),
      (options) => passkey.sign(options, { userHandle, count: 7 }),
      (options) => passkey.sign(options, { userHandle, count: 6 }),
      (options) => passkey.sign(options, { userHandle, isVerified: false, count: 8 }),
      (options) => passkey.sign(options, { count: 8 }),
      (options) => ({ ...foreign.sign(options, { userHandle }), id: passkey.id, rawId: passkey.id }),
      (options) => foreign.sign(options, { userHandle }),
      (options) => passkey.sign({ challenge: `${options.challenge.slice(0, -1)}_` }, { userHandle, count: 8 }),
    ] satisfies ((options: { challenge: string }) => unknown)[])
      expect(await attempt(sign)).toMatchObject(failed);
    expect((await attempt((options) => passkey.sign(options, { userHandle, count: 8 }))).status).toBe(200);
  });

  it('A challenge expires after 5 minutes, and is good for what it was begun for only', async () => {
    const { user, passkey } = await createUser('eve@example.com');
    const visitor = new User('');
    const late = await visitor.begin('/api/login/passkey/options', {});
    const proof = await user.begin('/api/proof/options');
    const userHandle = user.id;
    expect(
      await visitor.send('POST', '/api/login/passkey', {
        ceremonyId: proof.ceremonyId,
        answer: passkey.sign(proof.options, { userHandle }),
      }),
    ).toMatchObject(failed);
    const after = new Date(product.context.clock().getTime() + 5 * 60_000 + 1_000);
    writeFileSync(clockFile, after.toISOString());
    await expect.poll(() => product.context.clock().getTime()).toBeGreaterThanOrEqual(after.getTime());
    const answer = passkey.sign(late.options, { userHandle });
    expect(await visitor.send('POST', '/api/login/passkey', { ceremonyId: late.ceremonyId, answer })).toMatchObject(
      failed,
    );
  });

  it('A passkey is added from this site only, and an answer once', async () => {
    const user = new User('fay@example.com');
    await user.register();
    const passkey = createFakeAuthenticator(site);
    expect((await user.add(passkey, 'https://scout.example.org')).status).toBe(400);
    const { ceremonyId, options } = await user.begin('/api/security/passkeys/options');
    const body = { ceremonyId, name: 'Laptop', answer: passkey.register(options) };
    expect((await user.send('POST', '/api/security/passkeys', body)).status).toBe(201);
    expect((await user.send('POST', '/api/security/passkeys', body)).status).toBe(400);
  });

  it('A removed passkey opens nothing, and a proof by a passkey is fresh', async () => {
    const { user, passkey } = await createUser('gil@example.com');
    const proof = await user.begin('/api/proof/options');
    const proven = { ceremonyId: proof.ceremonyId, answer: passkey.sign(proof.options) };
    expect((await user.send('POST', '/api/proof', proven)).status).toBe(204);
    expect((await user.send('DELETE', `/api/security/passkeys/${passkey.id}`)).status).toBe(204);
    const { ceremonyId, options } = await new User('').begin('/api/login/passkey/options', {});
    const answer = passkey.sign(options, { userHandle: user.id });
    expect(await new User('').send('POST', '/api/login/passkey', { ceremonyId, answer })).toMatchObject(failed);
    expect((await user.send('POST', '/api/login', { email: user.email, password })).status).toBe(200);
  });
});
