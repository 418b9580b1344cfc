import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { accessStream } from '#domain/event-catalog/streams.ts';
import { appSetup, recoveryCodes as recoveryCodesView, securityView } from '#domain/sign-in/second-factor.contract.ts';
import { secondStep } from '#domain/shared/second-step.contract.ts';
import { createTotp } from '../second-factor/factors.ts';
import { setUpServer } from '#server/testing/set-up-server.ts';
import type { TestClient, TestResponse } from '#server/testing/test-client.ts';
import { adminCredentials } from '#server/testing/test-server.ts';
import { connectSocket } from '#server/testing/socket-client.ts';

const password = 'house hunter';
const minuteMs = 60_000;

let now = Date.parse('2026-03-01T12:00:00.000Z');
const clockFile = join(mkdtempSync(join(tmpdir(), 'clock-')), 'now');
writeFileSync(clockFile, new Date(now).toISOString());
const product = setUpServer({ RATE_LOGIN: '10/15m', CLOCK_FILE: clockFile, NODE_ENV: 'test' });

const pass = async (ms: number) => {
  now += ms;
  writeFileSync(clockFile, new Date(now).toISOString());
  await expect.poll(() => product.context.clock().getTime()).toBeGreaterThanOrEqual(now);
};

const read = <Schema extends z.ZodType>(schema: Schema, { status, text }: TestResponse): z.infer<Schema> => {
  expect([status, text]).toEqual([expect.any(Number), expect.stringMatching(/^[[{]/)]);
  return schema.parse(JSON.parse(text));
};
/** The code of an app; a later one is needed for each use. */
const codeOf = async (secret: string): Promise<string> => {
  await pass(minuteMs);
  return createTotp(secret).generate({ timestamp: now });
};
const setUpApp = async (client: TestClient) => {
  const { secret, qr, uri } = read(appSetup, await client.post('/api/security/app'));
  expect([qr.startsWith('<svg'), uri.startsWith('otpauth://totp/')]).toEqual([true, true]);
  const confirmed = await client.post('/api/security/app/confirm', { code: await codeOf(secret) });
  const { recoveryCodes } = read(recoveryCodesView, confirmed);
  return { secret, recoveryCodes };
};
const signIn = async (email: string) => {
  const client = product.newClient();
  const answer = await client.post('/api/login', { email, password });
  return { client, answer };
};
const typesOf = async (userId: string) =>
  (await product.context.events.read(accessStream(userId))).events.map(({ type }) => type);

describe('an authenticator app', () => {
  it('A sign-in with an app needs a code after the password, and each code works once', async () => {
    const ann = product.newClient();
    const { id } = await ann.register('ann@example.com');
    const { secret, recoveryCodes } = await setUpApp(ann);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(read(securityView, await ann.get('/api/security'))).toMatchObject({ hasApp: true, recoveryCodesLeft: 10 });

    const { client, answer } = await signIn('ann@example.com');
    expect(answer.status).toBe(202);
    const { token, ...ways } = read(secondStep, answer);
    expect(ways).toEqual({ hasApp: true, hasPasskey: false });
    expect((await client.get('/api/user')).status).toBe(401);
    const code = await codeOf(secret);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    expect(await client.post('/api/login/code', { token, code: wrong })).toMatchObject({
      status: 401,
      text: 'The code is wrong, or it was used already',
    });
    expect((await client.post('/api/login/code', { token, code })).status).toBe(200);
    expect((await client.get('/api/user')).status).toBe(200);
    const replay = await product.newClient().post('/api/login/code', { token, code });
    expect([replay.status, replay.text]).toEqual([401, 'The code is wrong, or it was used already']);
    expect(await typesOf(id)).toEqual([
      'SessionBegun',
      'SecondFactorAdded',
      'RecoveryCodesIssued',
      'SignedIn',
      'SessionBegun',
    ]);
  });

  it('A recovery code works once, however it is written', async () => {
    const bea = product.newClient();
    await bea.register('bea@example.com');
    const { recoveryCodes } = await setUpApp(bea);
    const [first = ''] = recoveryCodes;
    const attempt = async (code: string) => {
      const { client, answer } = await signIn('bea@example.com');
      return client.post('/api/login/code', { token: read(secondStep, answer).token, code });
    };
    expect((await attempt(first.toUpperCase().replace('-', ' '))).status).toBe(200);
    expect((await attempt(first)).status).toBe(401);
    expect(read(securityView, await bea.get('/api/security')).recoveryCodesLeft).toBe(9);
  });

  it('The first step of a sign-in is good for 5 minutes, and only as it was issued', async () => {
    const cara = product.newClient();
    await cara.register('cara@example.com');
    const { secret } = await setUpApp(cara);
    const { client, answer } = await signIn('cara@example.com');
    const { token } = read(secondStep, answer);
    const forged = token.replace(/[^.]+$/, 'another-user');
    expect((await client.post('/api/login/code', { token: forged, code: await codeOf(secret) })).status).toBe(401);
    await pass(5 * minuteMs);
    expect(await client.post('/api/login/code', { token, code: await codeOf(secret) })).toMatchObject({
      status: 401,
      text: 'This took too long. Enter your email and password again.',
    });
  });

  it('Of many wrong codes at once each counts once, and then the right one is refused too, whatever the password', async () => {
    const dan = product.newClient();
    await dan.register('dan@example.com');
    const { secret } = await setUpApp(dan);
    const { client, answer } = await signIn('dan@example.com');
    const { token } = read(secondStep, answer);
    const guesses = Array.from({ length: 30 }, (_, n) =>
      client.post('/api/login/code', { token, code: `wrong-${n}` }).then(({ status }) => status),
    );
    const statuses = await Promise.all(guesses);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    expect((await signIn('dan@example.com')).answer.status).toBe(202);
    expect((await client.post('/api/login/code', { token, code: await codeOf(secret) })).status).toBe(429);
  });

  it('An app is removed with its recovery codes, and another one set up only then', async () => {
    const eve = product.newClient();
    await eve.register('eve@example.com');
    const { recoveryCodes } = await setUpApp(eve);
    expect((await eve.post('/api/security/app')).status).toBe(409);
    const renewed = read(recoveryCodesView, await eve.post('/api/security/recovery-codes'));
    expect(renewed.recoveryCodes.filter((code) => recoveryCodes.includes(code))).toEqual([]);
    expect((await eve.send('DELETE', '/api/security/app')).status).toBe(204);
    expect(read(securityView, await eve.get('/api/security'))).toMatchObject({ hasApp: false, recoveryCodesLeft: 0 });
    expect((await signIn('eve@example.com')).answer.status).toBe(200);
    expect((await eve.post('/api/security/recovery-codes')).status).toBe(409);
  });

  it('A secret is neither in the log nor in clear in the documents', async () => {
    const fay = product.newClient();
    const { id } = await fay.register('fay@example.com');
    const { secret, recoveryCodes } = await setUpApp(fay);
    const stored = JSON.stringify([
      await product.context.documents.get('second-factors', id),
      await product.context.events.read(accessStream(id)),
    ]);
    for (const text of [secret, ...recoveryCodes]) expect(stored).not.toContain(text);
  });
});

describe('a fresh proof', () => {
  const refusal = { status: 403, text: 'Confirm that it is you' };

  it('Acts that harm ask for a proof that is not older than 10 minutes', async () => {
    const admin = await product.adminClient();
    const ann = product.newClient();
    const { id } = await ann.register('harmed@example.com');
    await pass(11 * minuteMs);
    const acts: (() => Promise<TestResponse>)[] = [
      () => admin.post(`/api/admin/users/${id}/password/reveal`),
      () => admin.patch(`/api/admin/users/${id}/role`, { role: 'helper' }),
      () => admin.get(`/api/admin/users/${id}/evidence`),
      () => admin.get('/api/admin/history/export?format=evidence'),
      () => admin.send('DELETE', `/api/admin/users/${id}`),
      () => admin.send('DELETE', `/api/admin/users/${id}/second-factor`),
      () => admin.post('/api/security/app'),
      () => admin.post('/api/security/app/confirm', { code: '123456' }),
      () => admin.send('DELETE', '/api/security/app'),
      () => admin.post('/api/security/recovery-codes'),
      () => admin.post('/api/security/passkeys/options'),
      () => admin.send('DELETE', '/api/security/passkeys/1'),
    ];
    for (const act of acts) {
      const answer = await act();
      expect(answer).toMatchObject(refusal);
      expect(answer.headers.get('x-reauthenticate')).toBe('1');
    }
    const problem = await admin.get('/api/proof', { accept: 'application/problem+json' });
    expect(JSON.parse(problem.text)).toMatchObject({ status: 403, code: 'reauthenticate' });
    expect(await admin.post('/api/proof', { password: 'not this' })).toMatchObject({ status: 400 });
    expect(await admin.post(`/api/admin/users/${id}/password/reveal`)).toMatchObject(refusal);
    expect((await admin.post('/api/proof', { password: adminCredentials.password })).status).toBe(204);
    expect((await admin.get('/api/proof')).status).toBe(204);
    expect((await admin.patch(`/api/admin/users/${id}/role`, { role: 'helper' })).status).toBe(200);
  });

  it('A code is a proof too, and a wrong one is none', async () => {
    const gil = product.newClient();
    await gil.register('gil@example.com');
    const { secret } = await setUpApp(gil);
    await pass(11 * minuteMs);
    expect(await gil.post('/api/proof', { code: '000000' })).toMatchObject({ status: 400 });
    expect(await gil.post('/api/proof', { password })).toMatchObject({
      status: 400,
      text: 'This account has a second factor: confirm with a code or a passkey',
    });
    expect(await gil.send('DELETE', '/api/security/app')).toMatchObject(refusal);
    expect((await gil.post('/api/proof', { code: await codeOf(secret) })).status).toBe(204);
    expect((await gil.send('DELETE', '/api/security/app')).status).toBe(204);
  });
});

it('A full admin resets the second factor of another user, once', async () => {
  const admin = await product.adminClient();
  await admin.post('/api/proof', { password: adminCredentials.password });
  const hal = product.newClient();
  const { id } = await hal.register('hal@example.com');
  await setUpApp(hal);
  expect((await hal.send('DELETE', `/api/admin/users/${id}/second-factor`)).status).toBe(403);
  expect((await admin.send('DELETE', `/api/admin/users/${id}/second-factor`)).status).toBe(204);
  expect((await admin.send('DELETE', `/api/admin/users/${id}/second-factor`)).status).toBe(409);
  expect((await signIn('hal@example.com')).answer.status).toBe(200);
  expect((await typesOf(id)).at(-3)).toBe('SecondFactorReset');
});

describe('a server that requires a second factor of admins', () => {
  const strict = setUpServer({ ADMIN_SECOND_FACTOR: 'required' });

  it('Admins without a second factor open no page of admins, and hear nothing of theirs', async () => {
    const admin = await strict.adminClient();
    const member = strict.newClient();
    await member.register('member@example.com');
    expect((await member.get('/api/user')).status).toBe(200);
    expect((await admin.get('/api/user')).status).toBe(200);
    const refusal = await admin.get('/api/admin/users', { accept: 'application/problem+json' });
    expect(JSON.parse(refusal.text)).toMatchObject({ status: 403, code: 'second-factor-required' });
    expect(read(securityView, await admin.get('/api/security')).isRequired).toBe(true);
    expect(read(securityView, await member.get('/api/security')).isRequired).toBe(false);
    const { socket: live } = await connectSocket(strict.url, admin.cookie());
    const heard: unknown[] = [];
    live.on('changed', (message: { view: string }) => heard.push(message.view));
    await strict.newClient().register('unheard@example.com');
    const { secret } = read(appSetup, await admin.post('/api/security/app'));
    const code = createTotp(secret).generate();
    expect((await admin.post('/api/security/app/confirm', { code })).status).toBe(200);
    expect(heard).not.toContain('users');
    expect((await admin.get('/api/admin/users')).status).toBe(200);
    await expect
      .poll(async () => {
        await strict.newClient().register(`${randomUUID()}@example.com`);
        return heard;
      })
      .toContain('users');
    live.close();
  });
});
