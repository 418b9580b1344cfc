import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userStream } from '#domain/event-catalog/streams.ts';
import { user as users } from '#domain/user/decider.ts';
import type { Role } from '#domain/user/contract.ts';
import { createApiRoutes } from './routes.ts';
import { browser, someOffer } from '#server/testing/request-bodies.ts';
import type { TestClient } from '#server/testing/test-client.ts';
import { type TestServer, startTestServer } from '#server/testing/test-server.ts';

const passkeyAnswer = { ceremonyId: 'unknown', answer: { id: 'key', type: 'public-key' } };
const savedFeed = { basis: 'public record', kind: 'feed', url: 'https://feeds.invalid/rss', everySeconds: 3600 };

type Caller = 'anonymous' | 'member' | 'helper' | 'full';

/** The table of roles and endpoints; the status of each cell, with an otherwise valid request. */
const table: [method: string, path: string, body: unknown, Record<Caller, number>][] = [
  ['POST', '/api/register', { email: 'taken@example.com', password: 'house hunter' }, cells(409, 409, 409, 409)],
  ['POST', '/api/login', { email: 'taken@example.com', password: 'not this' }, cells(401, 401, 401, 401)],
  ['POST', '/api/forgot-password', { email: 'taken@example.com' }, cells(200, 200, 200, 200)],
  ['GET', '/api/user', undefined, cells(401, 200, 200, 200)],
  ['PATCH', '/api/profile', { maxPrice: 1000 }, cells(401, 200, 200, 200)],
  ['PATCH', '/api/profile/credentials', { currentPassword: 'house hunter' }, cells(401, 400, 400, 400)],
  ['GET', '/api/profile/data', undefined, cells(401, 200, 200, 200)],
  ['DELETE', '/api/profile', { currentPassword: 'not this' }, cells(401, 400, 400, 400)],
  ['POST', '/api/request-higher-limit', undefined, cells(401, 200, 200, 200)],
  ['GET', '/api/searches', undefined, cells(401, 200, 200, 200)],
  ['POST', '/api/searches', { name: 'Cabins', zipCode: '48204' }, cells(401, 201, 201, 201)],
  ['PATCH', '/api/searches/:id', { paused: true }, cells(401, 404, 404, 404)],
  ['DELETE', '/api/searches/:id', undefined, cells(401, 404, 404, 404)],
  ['POST', '/api/searches/:id/restore', undefined, cells(401, 404, 404, 404)],
  ['GET', '/api/announcements/latest', undefined, cells(401, 200, 200, 200)],
  ['POST', '/api/visitors/track', undefined, cells(204, 204, 204, 204)],
  ['GET', '/api/listings/recent', undefined, cells(401, 200, 200, 200)],
  ['GET', '/api/listings', undefined, cells(401, 200, 200, 200)],
  ['GET', '/api/listings/export', undefined, cells(401, 200, 200, 200)],
  ['GET', '/api/listings/:id', undefined, cells(401, 404, 404, 404)],
  ['PUT', '/api/listings/:id/marks', { read: true }, cells(401, 404, 404, 404)],
  ['POST', '/api/listings/:id/shares', undefined, cells(401, 404, 404, 404)],
  ['GET', '/api/listings/:id/shares', undefined, cells(401, 404, 404, 404)],
  ['DELETE', '/api/shares/:id', undefined, cells(401, 404, 404, 404)],
  ['GET', '/api/shared-listings/:token', undefined, cells(404, 404, 404, 404)],
  ['GET', '/api/shared-listings/:token/pictures/:id', undefined, cells(404, 404, 404, 404)],
  ['GET', '/api/listings/preview', undefined, cells(401, 200, 200, 200)],
  ['GET', '/api/listings/:id/why', undefined, cells(401, 404, 404, 404)],
  ['GET', '/api/admin/why', undefined, cells(401, 403, 400, 400)],
  ['GET', '/api/admin/why/listings', undefined, cells(401, 403, 200, 200)],
  ['GET', '/api/map', undefined, cells(401, 200, 200, 200)],
  ['GET', '/api/scouting', undefined, cells(401, 200, 200, 200)],
  ['GET', '/api/checkout', undefined, cells(401, 200, 200, 200)],
  ['GET', '/api/push/key', undefined, cells(401, 200, 200, 200)],
  ['POST', '/api/push/subscriptions', browser, cells(401, 201, 201, 201)],
  ['DELETE', '/api/push/subscriptions', { endpoint: browser.endpoint }, cells(401, 204, 204, 204)],
  ['GET', '/api/channels', undefined, cells(401, 200, 200, 200)],
  ['POST', '/api/channels/telegram/code', undefined, cells(401, 404, 404, 404)],
  ['PUT', '/api/channels/webhook/address', { url: 'http://127.0.0.1/' }, cells(401, 400, 400, 400)],
  ['POST', '/api/channels/webhook/secret', undefined, cells(401, 404, 404, 404)],
  ['PATCH', '/api/channels/:channel', { isOn: false }, cells(401, 404, 404, 404)],
  ['DELETE', '/api/channels/:channel', undefined, cells(401, 204, 204, 204)],
  ['POST', '/api/channels/:channel/test', undefined, cells(401, 409, 409, 409)],
  ['GET', '/api/channels/tests/:id', undefined, cells(401, 404, 404, 404)],
  ['GET', '/api/first-minute', undefined, cells(401, 200, 200, 200)],
  ['PATCH', '/api/first-minute', { isDismissed: true }, cells(401, 200, 200, 200)],
  ['GET', '/api/admin/users', undefined, cells(401, 403, 200, 200)],
  ['GET', '/api/admin/users/:id', undefined, cells(401, 403, 200, 200)],
  ['GET', '/api/admin/users/:id/alerts', undefined, cells(401, 403, 200, 200)],
  ['POST', '/api/admin/users/:id/notes', { text: 'Called' }, cells(401, 403, 201, 201)],
  ['DELETE', '/api/admin/users/:id/notes/:noteId', undefined, cells(401, 403, 204, 204)],
  ['POST', '/api/admin/users/bulk', { ids: ['nobody'], action: 'activate' }, cells(401, 403, 403, 200)],
  ['PATCH', '/api/admin/users/:id/membership', { status: 'active' }, cells(401, 403, 403, 200)],
  ['PATCH', '/api/admin/users/:id/higher-limit', undefined, cells(401, 403, 200, 200)],
  ['PATCH', '/api/admin/users/:id/higher-limit', { limit: 200_000 }, cells(401, 403, 403, 200)],
  ['POST', '/api/admin/announcements', { message: '<p>Hello</p>' }, cells(401, 403, 403, 200)],
  ['PATCH', '/api/admin/users/:id/member-since', { memberSince: '2026-01-31' }, cells(401, 403, 403, 200)],
  ['PATCH', '/api/admin/users/:id/listings', { recentListings: [] }, cells(401, 403, 200, 200)],
  ['PATCH', '/api/admin/users/:id/role', { role: 'helper' }, cells(401, 403, 403, 200)],
  ['POST', '/api/admin/users/:id/password/reveal', undefined, cells(401, 403, 403, 200)],
  ['DELETE', '/api/admin/users/:id', undefined, cells(401, 403, 403, 204)],
  ['POST', '/api/admin/users/import', undefined, cells(401, 403, 403, 415)],
  ['GET', '/api/admin/users/import/progress', undefined, cells(401, 403, 403, 200)],
  ['GET', '/api/admin/workflow-logs', undefined, cells(401, 403, 403, 200)],
  ['GET', '/api/admin/workflow-logs/actions', undefined, cells(401, 403, 403, 200)],
  ['POST', '/api/admin/workflow-logs', { log: { action: 'Called', details: 'Barn' } }, cells(401, 403, 200, 200)],
  ['GET', '/api/admin/visitors', undefined, cells(401, 403, 403, 200)],
  ['GET', '/api/admin/visitors/available-weeks', undefined, cells(401, 403, 200, 200)],
  ['GET', '/api/admin/visitors/stats', undefined, cells(401, 403, 200, 200)],
  ['GET', '/api/admin/visitors/daily', undefined, cells(401, 403, 200, 200)],
  ['GET', '/api/admin/visitors/stats/week/:offset', undefined, cells(401, 403, 200, 200)],
  ['GET', '/api/admin/visitors/by-week/:offset', undefined, cells(401, 403, 200, 200)],
  ['GET', '/api/admin/visitors/recent', undefined, cells(401, 403, 200, 200)],
  ['GET', '/api/admin/rows', undefined, cells(401, 403, 200, 200)],
  ['POST', '/api/admin/rows/:id/take', undefined, cells(401, 403, 404, 404)],
  ['GET', '/api/admin/review', undefined, cells(401, 403, 200, 200)],
  ['GET', '/api/admin/sources', undefined, cells(401, 403, 200, 200)],
  ['POST', '/api/admin/sources', { id: 'sell', ...savedFeed }, cells(401, 403, 403, 409)],
  ['PATCH', '/api/admin/sources/:id', { everySeconds: 60 }, cells(401, 403, 403, 404)],
  ['DELETE', '/api/admin/sources/:id', undefined, cells(401, 403, 403, 404)],
  ['GET', '/api/admin/sources/connections', undefined, cells(401, 403, 403, 200)],
  ['POST', '/api/admin/sources/dry-run', { body: 'Title' }, cells(401, 403, 403, 200)],
  ['POST', '/api/admin/sources/:id/pause', undefined, cells(401, 403, 403, 404)],
  ['POST', '/api/admin/sources/:id/resume', undefined, cells(401, 403, 403, 404)],
  ['POST', '/api/admin/sources/:id/run', undefined, cells(401, 403, 403, 404)],
  ['POST', '/api/admin/sources/:id/try', { sample: '[]' }, cells(401, 403, 404, 404)],
  ['GET', '/api/admin/sources/overruled', undefined, cells(401, 403, 200, 200)],
  ['GET', '/api/admin/scout', undefined, cells(401, 403, 200, 200)],
  ['GET', '/api/admin/overview', undefined, cells(401, 403, 200, 200)],
  ['GET', '/api/admin/dead-letters', undefined, cells(401, 403, 200, 200)],
  ['GET', '/api/admin/dead-letters/resend', undefined, cells(401, 403, 200, 200)],
  ['POST', '/api/admin/dead-letters/resend', undefined, cells(401, 403, 200, 200)],
  ['POST', '/api/admin/dead-letters/:id/resend', undefined, cells(401, 403, 404, 404)],
  ['POST', '/api/admin/dead-letters/:id/discard', undefined, cells(401, 403, 404, 404)],
  ['POST', '/api/admin/review/bulk', { ids: ['l-0'], decision: 'reject', reason: 'Spam' }, cells(401, 403, 200, 200)],
  ['POST', '/api/admin/review/:id', { decision: 'reject' }, cells(401, 403, 404, 404)],
  ['GET', '/api/admin/listings', undefined, cells(401, 403, 200, 200)],
  ['POST', '/api/admin/listings', { title: 'House', link: 'https://example.com/1' }, cells(401, 403, 202, 202)],
  ['POST', '/api/admin/listings/:id/withdraw', { reason: 'Sold' }, cells(401, 403, 404, 404)],
  ['POST', '/api/admin/listings/:id/retype', { propertyType: 'house' }, cells(401, 403, 404, 404)],
  ['GET', '/api/sell', undefined, cells(200, 200, 200, 200)],
  ['POST', '/api/sell', someOffer, cells(202, 202, 202, 202)],
  ['POST', '/api/sell/pictures', undefined, cells(415, 415, 415, 415)],
  ['GET', '/api/sell/place', undefined, cells(400, 400, 400, 400)],
  ['GET', '/api/offers/:id', undefined, cells(401, 403, 404, 404)],
  ['GET', '/api/admin/picture-preview', undefined, cells(401, 403, 400, 400)],
  ['GET', '/api/pictures/:id', undefined, cells(401, 404, 404, 404)],
  ['GET', '/api/admin/history/as-of', undefined, cells(401, 403, 403, 400)],
  ['POST', '/api/admin/history/members', { position: 0 }, cells(401, 403, 403, 201)],
  ['GET', '/api/admin/history/members/:id', undefined, cells(401, 403, 403, 404)],
  ['GET', '/api/admin/history/members/:id/rows', undefined, cells(401, 403, 403, 404)],
  ['DELETE', '/api/admin/history/members/:id', undefined, cells(401, 403, 403, 204)],
  ['GET', '/api/admin/history', undefined, cells(401, 403, 403, 200)],
  ['GET', '/api/admin/history/export', undefined, cells(401, 403, 403, 200)],
  ['GET', '/api/admin/history/types', undefined, cells(401, 403, 403, 200)],
  ['GET', '/api/admin/users/:id/evidence', undefined, cells(401, 403, 403, 200)],
  ['GET', '/api/admin/history/verification', undefined, cells(401, 403, 403, 200)],
  ['POST', '/api/admin/history/verification', undefined, cells(401, 403, 403, 200)],
  ['GET', '/api/admin/history/:position', undefined, cells(401, 403, 403, 404)],
  ['GET', '/api/openapi.json', undefined, cells(200, 200, 200, 200)],
  ['GET', '/api/sessions', undefined, cells(401, 200, 200, 200)],
  ['DELETE', '/api/sessions', undefined, cells(401, 204, 204, 204)],
  ['DELETE', '/api/sessions/:id', undefined, cells(401, 404, 404, 404)],
  ['GET', '/api/security', undefined, cells(401, 200, 200, 200)],
  ['POST', '/api/security/app', undefined, cells(401, 200, 200, 200)],
  ['POST', '/api/security/app/confirm', { code: '123456' }, cells(401, 400, 400, 400)],
  ['DELETE', '/api/security/app', undefined, cells(401, 204, 204, 204)],
  ['POST', '/api/security/recovery-codes', undefined, cells(401, 409, 409, 409)],
  ['POST', '/api/security/passkeys/options', undefined, cells(401, 200, 200, 200)],
  ['POST', '/api/security/passkeys', { ...passkeyAnswer, name: 'Laptop' }, cells(401, 400, 400, 400)],
  ['DELETE', '/api/security/passkeys/:id', undefined, cells(401, 404, 404, 404)],
  ['POST', '/api/login/code', { token: 'unsigned', code: '123456' }, cells(401, 401, 401, 401)],
  ['POST', '/api/login/passkey/options', {}, cells(200, 200, 200, 200)],
  ['POST', '/api/login/passkey', passkeyAnswer, cells(401, 401, 401, 401)],
  ['GET', '/api/proof', undefined, cells(401, 204, 204, 204)],
  ['POST', '/api/proof', { password: 'not this' }, cells(401, 400, 400, 400)],
  ['POST', '/api/proof/options', undefined, cells(401, 409, 409, 409)],
  ['DELETE', '/api/admin/users/:id/second-factor', undefined, cells(401, 403, 403, 404)],
  ['POST', '/api/logout', undefined, cells(204, 204, 204, 204)],
];

function cells(anonymous: number, member: number, helper: number, full: number): Record<Caller, number> {
  return { anonymous, member, helper, full };
}

let product: TestServer;
const clients = new Map<Caller, TestClient>();
let someId: string;

async function withRole(role: Role): Promise<TestClient> {
  const client = product.newClient();
  const { id } = await client.register(`${role}@example.com`);
  const change = { type: 'ChangeRole', data: { userId: id, role } } as const;
  const sender = { actor: 'system', commandId: randomUUID() };
  await product.context.handle(users, userStream(id), change, sender);
  await product.waitForViews();
  return client;
}

beforeAll(async () => {
  product = await startTestServer();
  ({ id: someId } = await product.newClient().register('taken@example.com'));
  clients.set('anonymous', product.newClient());
  clients.set('member', await withRole('none'));
  clients.set('helper', await withRole('helper'));
  clients.set('full', await withRole('full'));
});
afterAll(() => product.stop());

describe('the access rules', () => {
  it('The access rules cover every endpoint', () => {
    const declared = createApiRoutes(product.services).map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    const tested = new Set(table.map(([method, path]) => `${method} ${path}`));
    expect([...tested].sort()).toEqual(declared.sort());
  });

  describe.each(table)('%s %s', (method, path, body, expected) => {
    it.each(Object.entries(expected))('An endpoint called as %s answers %i', async (caller, status) => {
      const address = path.replace(':id', someId).replace(':channel', 'webhook').replace(':offset', '1');
      const send = async () => (await clients.get(caller as Caller)?.send(method, address, { body }))?.status;
      const first = await send();
      await (first === 202 ? expect.poll(send) : expect(first)).toBe(status);
    });
  });
});

describe('the list of users', () => {
  const rows = async (client: TestClient | undefined, query = '') => {
    const answer = await client?.get(`/api/admin/users${query}`);
    return { list: JSON.parse(answer?.text ?? '') as Record<string, unknown>[], headers: answer?.headers };
  };
  let full: TestClient;
  let helper: TestClient;
  beforeAll(async () => {
    full = await product.adminClient();
    // The table has deleted this one.
    await product.newClient().post('/api/register', { email: 'taken@example.com', password: 'house hunter' });
    helper = product.newClient();
    await helper.post('/api/login', { email: 'helper@example.com', password: 'house hunter' });
  });

  it('The list of users shows a full admin who is an admin, and hides it from a helper', async () => {
    const all = await rows(full);
    expect(all.list.find(({ email }) => email === 'helper@example.com')).toMatchObject({
      isAdmin: false,
      isHelperAdmin: true,
    });
    const some = await rows(helper);
    expect(some.list).toHaveLength(all.list.length);
    for (const row of some.list) expect(Object.keys(row)).not.toContain('isAdmin');
    for (const row of some.list) expect(Object.keys(row)).not.toContain('isHelperAdmin');
  });

  it('The list of users shows no password to any role', async () => {
    expect(JSON.stringify((await rows(full)).list)).not.toMatch(/"password"|hash/i);
  });

  it('The list of users is paged on request', async () => {
    const seen: unknown[] = [];
    let query: string | undefined = '?limit=2&sort=-email';
    while (query !== undefined) {
      const { list, headers } = await rows(full, query);
      expect(list.length).toBeLessThanOrEqual(2);
      expect(headers?.get('x-total-count')).toBe('5');
      seen.push(...list.map(({ email }) => email));
      query = /^<\/api\/admin\/users(\?.+)>; rel="next"$/.exec(headers?.get('link') ?? '')?.[1];
    }
    expect(seen).toEqual([
      'taken@example.com',
      'root@example.com',
      'none@example.com',
      'helper@example.com',
      'full@example.com',
    ]);
  });

  it('The list of users finds users by a part of the email', async () => {
    const { list, headers } = await rows(full, '?q=HELP');
    expect(list.map(({ email }) => email)).toEqual(['helper@example.com']);
    expect(headers?.get('x-total-count')).toBe('1');
    const first = await rows(full, '?q=example&limit=1');
    const second = await rows(full, first.headers?.get('link')?.slice('</api/admin/users'.length).split('>')[0]);
    expect([...first.list, ...second.list].map(({ email }) => email)).toEqual([
      'full@example.com',
      'helper@example.com',
    ]);
  });
});
