import { beforeAll, describe, expect, it } from 'vitest';
import { userStream } from '#domain/event-catalog/streams.ts';
import type { AdminUserView } from '#domain/user/contract.ts';
import type { TestResponse, TestClient } from '#server/testing/test-client.ts';
import { setUpAdmin, setUpServer } from '#server/testing/set-up-server.ts';
import { adminCredentials, startTestServer } from '#server/testing/test-server.ts';

const product = setUpServer();
const full = setUpAdmin(product);
let helper: TestClient;
beforeAll(async () => {
  helper = product.newClient();
  const { id } = await helper.register('helper@example.com');
  await full.patch(`/api/admin/users/${id}/role`, { role: 'helper' });
});

const said = ({ status, text }: TestResponse) => [status, text];
const userIn = ({ text }: TestResponse) => JSON.parse(text) as AdminUserView;
const typesOf = async (id: string) => {
  const { events } = await product.context.events.read(userStream(id));
  return events.map(({ type }) => type).slice(1);
};
const newestLine = async () => {
  const [line] = JSON.parse((await full.get('/api/admin/workflow-logs?limit=1')).text) as { details: string }[];
  return line?.details;
};

describe('the order of the list', () => {
  const sorted = async (client: TestClient, sort: string) => {
    const { status, text } = await client.get(`/api/admin/users?limit=100&q=order&sort=${sort}`);
    return status === 200 ? (JSON.parse(text) as AdminUserView[]).map(({ email }) => email.charAt(0)) : [status, text];
  };
  beforeAll(async () => {
    const set = async (email: string, filters: object) => {
      const client = product.newClient();
      const user = await client.register(email);
      await client.patch('/api/profile', filters);
      return user;
    };
    const a = await set('a.order@example.com', { maxPrice: 9000, zipCode: '48204', includeRawLand: true });
    await set('B.order@example.com', { maxPrice: 100_000, mileageRadius: 25, notificationPreference: 'daily' });
    await product.newClient().register('c.order@example.com');
    await full.patch(`/api/admin/users/${a.id}/membership`, { status: 'active' });
    await full.patch(`/api/admin/users/${a.id}/role`, { role: 'full' });
  });

  it.each([
    ['email', 'aBc', 'cBa'],
    ['isAdmin', 'Bca', 'acB'],
    ['maxPrice', 'aBc', 'Bac'],
    ['mileageRadius', 'Bac', 'Bca'],
    ['zipCode', 'aBc', 'acB'],
    ['memberSince', 'aBc', 'acB'],
    ['membershipStatus', 'aBc', 'cBa'],
    ['includeRawLand', 'Bca', 'acB'],
    ['notificationPreference', 'Bac', 'caB'],
  ])('The order of the list by %s ascends and descends, nulls last and false before true', async (column, up, down) => {
    const [ascending, descending] = [await sorted(full, column), await sorted(full, `-${column}`)];
    // Users with equal values are ordered by id, so only the first and the last are certain where two are equal.
    for (const at of certainUp(column)) expect([ascending.at(at), column]).toEqual([up.at(at), column]);
    for (const at of certainDown(column)) expect([descending.at(at), column]).toEqual([down.at(at), column]);
  });

  it('The order of the list by admins is for full admins only, as it would reveal to a helper admin which users are admins', async () => {
    expect(await sorted(helper, '-isAdmin')).toEqual([
      400,
      expect.stringMatching(/^sort must be one of email, .+, or for full admins isAdmin, with a - before it/) as string,
    ]);
    expect(await sorted(full, 'password')).toEqual(await sorted(helper, 'isAdmin'));
  });
});

describe('rows of the list by their ids', () => {
  const list = (query: string) => full.get(`/api/admin/users?${query}`);

  it('Rows of the list by their ids are those that exist and fit the search, and count is that of the whole list', async () => {
    const ann = await product.newClient().register('ann.rows@example.com');
    const bob = await product.newClient().register('bob.rows@example.com');
    const answer = await list(`ids=${bob.id},nobody,${ann.id}&q=.rows`);
    expect((JSON.parse(answer.text) as AdminUserView[]).map(({ email }) => email)).toEqual([
      'bob.rows@example.com',
      'ann.rows@example.com',
    ]);
    expect(answer.headers.get('x-total-count')).toBe('2');
    expect(said(await list(`ids=${ann.id}&q=bob`))).toEqual([200, '[]']);
  });

  it('Rows of the list by their ids are at most 100 at once', async () => {
    const ids = Array.from({ length: 101 }, (_, n) => `user-${n}`).join(',');
    expect(said(await list(`ids=${ids}`))).toEqual([400, 'ids must be at most 100']);
  });
});

/** Indexes of users whose value is unique. */
function certainUp(column: string): number[] {
  if (['email', 'maxPrice'].includes(column)) return [0, 1, 2];
  return ['isAdmin', 'includeRawLand'].includes(column) ? [2] : [0];
}
function certainDown(column: string): number[] {
  if (['email', 'maxPrice'].includes(column)) return [0, 1, 2];
  return ['membershipStatus', 'notificationPreference'].includes(column) ? [2] : [0];
}

describe('member since', () => {
  const path = (id: string) => `/api/admin/users/${id}/member-since`;

  it('The member-since date takes a day or a time, also for an unconfirmed user', async () => {
    const { id } = await product.newClient().register('since@example.com');
    expect(userIn(await full.patch(path(id), { memberSince: '2025-02-28' }))).toMatchObject({
      memberSince: '2025-02-28T00:00:00.000Z',
      membershipStatus: 'unconfirmed',
    });
    const later = await full.patch(path(id), { memberSince: '2025-03-01T08:00:00-05:00' });
    expect(userIn(later).memberSince).toBe('2025-03-01T13:00:00.000Z');
    expect(await newestLine()).toBe('Member since set to 2025-03-01 for since@example.com by root@example.com');
  });

  it('The member-since date is neither empty nor in the future', async () => {
    const { id } = await product.newClient().register('never@example.com');
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    for (const memberSince of [tomorrow, tomorrow.slice(0, 10)]) {
      expect(said(await full.patch(path(id), { memberSince }))).toEqual([400, 'Member since cannot be in the future']);
      expect((await full.patch(path('nobody'), { memberSince })).status).toBe(400);
    }
    for (const memberSince of [null, undefined, '', 'soon', '2025-02-30', '03/01/2025', 20_250_301]) {
      const answer = await full.patch(path(id), { memberSince });
      expect(said(answer)).toEqual([400, 'Member since must be a date such as 2026-01-31, or a time in ISO 8601']);
    }
    for (const memberSince of ['0000-01-01', '1899-12-31', '0001-01-01T00:00:00Z']) {
      expect(said(await full.patch(path(id), { memberSince }))).toEqual([400, 'Member since cannot be before 1900']);
    }
    expect(said(await full.patch(path('nobody'), { memberSince: '2025-01-01' }))).toEqual([404, 'No such user']);
  });
});

describe('the role of a user', () => {
  it('The role of a user is changed by a full admin, but never their own', async () => {
    const { id } = await product.newClient().register('rising@example.com');
    const path = `/api/admin/users/${id}/role`;
    expect(userIn(await full.patch(path, { role: 'helper' }))).toMatchObject({ isAdmin: false, isHelperAdmin: true });
    expect(userIn(await full.patch(path, { role: 'full' }))).toMatchObject({ isAdmin: true, isHelperAdmin: false });
    expect(userIn(await full.patch(path, { role: 'none' }))).toMatchObject({ isAdmin: false, isHelperAdmin: false });
    expect(await newestLine()).toBe('rising@example.com made member by root@example.com');
    expect(said(await full.patch(path, { role: 'king' }))).toEqual([400, "Role must be 'none', 'helper' or 'full'"]);
    const me = userIn(await full.get('/api/user'));
    const own = await full.patch(`/api/admin/users/${me.id}/role`, { role: 'none' });
    expect(said(own)).toEqual([403, 'You cannot change your own role']);
    expect(said(await full.patch('/api/admin/users/nobody/role', { role: 'none' }))).toEqual([404, 'No such user']);
  });
});

describe('deleting a user', () => {
  it('Deleting a user ends their sessions, releases their address and deletes their password', async () => {
    const gone = product.newClient();
    const { id } = await gone.register('gone@example.com');
    expect(said(await full.send('DELETE', `/api/admin/users/${id}`))).toEqual([204, '']);
    expect((await gone.get('/api/user')).status).toBe(401);
    expect((await gone.post('/api/login', { email: 'gone@example.com', password: 'house hunter' })).status).toBe(401);
    expect(await newestLine()).toBe(`User ${id} deleted by root@example.com`);
    expect(await product.context.vault.recover(id)).toBeNull();
    expect((await full.send('DELETE', `/api/admin/users/${id}`)).status).toBe(404);
    expect((await product.newClient().register('gone@example.com')).id).not.toBe(id);
  });

  it('Deleting a user answers a repeated request with the first answer', async () => {
    const { id } = await product.newClient().register('twice@example.com');
    const headers = { 'idempotency-key': 'delete once' };
    const answers = [1, 2].map(() => full.send('DELETE', `/api/admin/users/${id}`, { headers }));
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([204, 204]);
  });

  it("Deleting a user is refused for the admin's own account", async () => {
    const me = userIn(await full.get('/api/user'));
    const answer = await full.send('DELETE', `/api/admin/users/${me.id}`);
    expect(said(answer)).toEqual([403, 'You cannot delete your own account']);
  });
});

describe('the last full admin', () => {
  it('The last full admin remains, even when two remove each other at once', async () => {
    const own = await startTestServer();
    try {
      const one = await own.adminClient();
      const two = own.newClient();
      const other = await two.register('two@example.com');
      await one.patch(`/api/admin/users/${other.id}/role`, { role: 'full' });
      const me = userIn(await one.get('/api/user'));
      const answers = await Promise.all([
        one.patch(`/api/admin/users/${other.id}/role`, { role: 'none' }),
        two.send('DELETE', `/api/admin/users/${me.id}`),
      ]);
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
      expect([401, 403, 409]).toContain(answers.find(({ status }) => status >= 300)?.status);
      const left = await Promise.all([one, two].map((client) => client.get('/api/admin/users')));
      expect(left.filter(({ status }) => status === 200)).toHaveLength(1);
    } finally {
      await own.stop();
    }
  });
});

describe('a password', () => {
  it('A password is shown to a full admin, each time after the log records it, and never cached by the browser', async () => {
    const { id } = await product.newClient().register('seen@example.com', 'barn and mill');
    const path = `/api/admin/users/${id}/password/reveal`;
    const headers = { 'idempotency-key': 'the same look' };
    const looks = [await full.post(path, undefined, headers), await full.post(path, undefined, headers)];
    for (const answer of looks) {
      expect(JSON.parse(answer.text)).toEqual({ password: 'barn and mill' });
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
    // A client that repeats a request looks once more.
    const types = await typesOf(id);
    expect([types.length >= 2, new Set(types)]).toEqual([true, new Set(['PasswordRevealed'])]);
    expect(await newestLine()).toBe('Password of seen@example.com revealed by root@example.com');
    expect(said(await full.post('/api/admin/users/nobody/password/reveal'))).toEqual([404, 'No such user']);
  });

  it('A password follows a change, and is not shown where none is stored', async () => {
    const client = product.newClient();
    const { id } = await client.register('moved@example.com');
    await client.patch('/api/profile/credentials', { currentPassword: 'house hunter', newPassword: 'land hunter' });
    const path = `/api/admin/users/${id}/password/reveal`;
    expect(JSON.parse((await full.post(path)).text)).toEqual({ password: 'land hunter' });
    await product.context.vault.remove(id);
    const before = await typesOf(id);
    expect(before).toContain('PasswordRevealed');
    expect(said(await full.post(path))).toEqual([409, 'This password cannot be shown']);
    expect(await typesOf(id)).toEqual(before);
  });

  it('A password is shown a limited number of times per hour, and not at all where that is switched off', async () => {
    const own = await startTestServer({ RATE_REVEAL: '5/1h' });
    const admin = await own.adminClient();
    const { id } = await own.newClient().register('seen@example.com');
    const path = `/api/admin/users/${id}/password/reveal`;
    expect((await admin.post(path)).status).toBe(200);
    // The sixth look is refused; an earlier one, where a client repeats a request.
    let refused = await admin.post(path);
    for (let look = 2; look <= 5 && refused.status === 200; look += 1) refused = await admin.post(path);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    await own.close();
    const off = await startTestServer({ DATA_DIR: own.dataDir, PASSWORD_REVEAL: 'off' });
    const again = off.newClient();
    await again.post('/api/login', adminCredentials);
    expect(said(await again.post(path))).toEqual([404, 'Unknown API path']);
    expect((await off.newClient().post(path)).status).toBe(404);
    await off.stop();
  });
});
