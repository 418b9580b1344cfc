import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { userStream } from '#domain/event-catalog/streams.ts';
import { listAll } from '#projections/store/list-all.ts';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import { type TestServer, startTestServer } from '#server/testing/test-server.ts';

const password = 'house hunter';
const folders: string[] = [];
let product: TestServer;

async function begin(env: Record<string, string> = {}): Promise<void> {
  product = await startTestServer(env);
  folders.push(product.dataDir);
}

afterEach(async () => {
  await product.close();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

const sessionCookie = (headers: Headers) => headers.getSetCookie().find((cookie) => cookie.includes('sid='));

describe('a session', () => {
  it('A session is a cookie that no script can read and no other site sends, for 30 days', async () => {
    await begin();
    const answer = await product.newClient().post('/api/register', { email: 'ann@example.com', password });
    const cookie = sessionCookie(answer.headers) ?? '';
    expect(cookie).toMatch(/^sid=s%3A[^;]+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
    const expires = Date.parse(/Expires=([^;]+)/.exec(cookie)?.[1] ?? '');
    expect(Math.round((expires - Date.now()) / 86_400_000)).toBe(30);
  });

  it('A session is for https only, and bound to this host, where the site is reached by https', async () => {
    await begin({ PUBLIC_URL: 'https://scout.example.com' });
    const answer = await product.newClient().post('/api/register', { email: 'ann@example.com', password });
    expect(sessionCookie(answer.headers)).toMatch(
      /^__Host-sid=[^;]+; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
    );
  });

  it('A session outlives a restart', async () => {
    await begin();
    const ann = product.newClient();
    await ann.register('ann@example.com');
    const cookie = ann.cookie();
    await product.close();
    await begin({ DATA_DIR: product.dataDir });
    expect((await product.newClient().get('/api/user', { cookie })).status).toBe(200);
  });

  it('A session is created only by a sign-in', async () => {
    await begin();
    const answer = await product.newClient().post('/api/login', { email: 'ann@example.com', password });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect((await product.newClient().get('/api/user')).headers.getSetCookie()).toEqual([]);
  });

  it('A session ends 30 days after its last use by the clock of the server', async () => {
    const folder = createTestFolder();
    const file = join(folder, 'clock');
    const day = (count: number) =>
      writeFile(file, new Date(Date.parse('2026-03-01T12:00:00Z') + count * 86_400_000).toISOString());
    await day(0);
    await begin({ CLOCK_FILE: file, NODE_ENV: 'test' });
    const ann = product.newClient();
    await ann.register('ann@example.com');
    const status = async () => (await product.newClient().get('/api/user', { cookie: ann.cookie() })).status;
    await day(29);
    await expect.poll(() => product.context.clock().toISOString()).toContain('2026-03-30');
    expect(await status()).toBe(200);
    await day(58);
    await expect.poll(() => product.context.clock().toISOString()).toContain('2026-04-28');
    expect(await status()).toBe(200);
    await day(90);
    await expect.poll(() => product.context.clock().toISOString()).toContain('2026-05-30');
    expect(await status()).toBe(401);
  });

  it('A session cannot be forged', async () => {
    await begin();
    const ann = product.newClient();
    await ann.register('ann@example.com');
    for (const cookie of [`${ann.cookie()}x`, 'sid=s%3Aabc.def', 'sid=abc', 'sid=%', 'sid=s%3A__proto__.x']) {
      expect((await product.newClient().get('/api/user', { cookie })).status).toBe(401);
    }
  });

  it('A session is not renewed by every request, but is renewed once an hour has passed', async () => {
    await begin();
    const ann = product.newClient();
    const { id } = await ann.register('ann@example.com');
    expect((await ann.get('/api/user')).headers.getSetCookie()).toEqual([]);
    const { documents } = product.context;
    const [session] = await listAll<{ id: string; userId: string; data: object }>(documents, 'sessions', {
      userId: id,
    });
    if (!session) throw new Error('There is no session');
    await documents.put('sessions', {
      ...session,
      data: { ...session.data, renewed: Date.now() - 3_700_000 },
    } as never);
    expect(sessionCookie((await ann.get('/api/user')).headers)).toContain(ann.cookie());
    expect((await ann.get('/api/user')).headers.getSetCookie()).toEqual([]);
  });

  it('A session ends with its user', async () => {
    await begin();
    const ann = product.newClient();
    const { id } = await ann.register('ann@example.com');
    const deletion = { type: 'Delete', data: { userId: id } } as const;
    const { user } = await import('#domain/user/decider.ts');
    await product.context.handle(user, userStream(id), deletion, { actor: 'system', commandId: 'd' });
    await product.waitForViews();
    expect((await ann.get('/api/user')).status).toBe(401);
    await expect.poll(() => listAll(product.context.documents, 'sessions', { userId: id })).toEqual([]);
  });

  it('A session is not restored by a request that was in progress when it ended', async () => {
    await begin();
    const ann = product.newClient();
    await ann.register('ann@example.com');
    const cookie = ann.cookie();
    const reads = Array.from({ length: 20 }, () => product.newClient().get('/api/user', { cookie }));
    await Promise.all([ann.post('/api/logout'), ...reads]);
    expect((await product.newClient().get('/api/user', { cookie })).status).toBe(401);
  });
});

describe('a request of another site', () => {
  const site = 'https://evil.example.com';
  const login = (headers: Record<string, string>) =>
    product.newClient().post('/api/login', { email: 'nobody@example.com', password }, headers);

  it.each([
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ origin: site }, 403],
    [{ origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'same-origin', origin: site }, 403],
    [{ 'sec-fetch-site': 'same-origin' }, 401],
    [{ 'sec-fetch-site': 'none' }, 401],
    [{}, 401],
  ])('A request of another site with %j answers %i', async (headers, status) => {
    await begin();
    expect((await login(headers)).status).toBe(status);
  });

  it('A request of another site is detected by PUBLIC_URL where that is set, else by the host', async () => {
    await begin();
    expect((await login({ origin: product.url })).status).toBe(401);
    await product.close();
    await begin({ PUBLIC_URL: 'http://scout.example.com' });
    expect((await login({ origin: 'http://scout.example.com' })).status).toBe(401);
    expect((await login({ origin: product.url })).status).toBe(403);
  });

  it('A request of another site may read', async () => {
    await begin();
    const answer = await product.newClient().get('/healthz', { 'sec-fetch-site': 'cross-site' });
    expect(answer.status).toBe(200);
  });
});
