import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projections } from '#projections/all.ts';
import { toMarchNoon, userRegistered } from '#projections/testing/example-events.ts';
import { openSqliteEventStore } from '#server/platform/event-store/sqlite/sqlite.ts';
import { createTestClient } from '#server/testing/test-client.ts';
import { replayViews } from '#server/modules/audit/point-in-time/replay/replay-views.ts';
import { type SnapshotServer, startSnapshotServer } from './snapshot-server.ts';

let root: string;
let folder: string;
let served: SnapshotServer;
const auditor = () => signedIn;
let signedIn: ReturnType<typeof createTestClient>;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'serve-'));
  folder = join(root, 'copy');
  const events = openSqliteEventStore(join(root, 'events.sqlite'));
  const append = (date: number, stream: string, type: string, data: unknown) => {
    const by = { actor: 'system', commandId: 'c', correlationId: 'c', at: toMarchNoon(date) };
    return events.append(stream, [{ id: randomUUID(), type, data }], -1, by);
  };
  await append(1, 'user-ann', 'UserRegistered', userRegistered('ann').data);
  const { position } = await append(2, 'visit-1', 'VisitRecorded', {
    visitId: '00000001',
    ipAddress: '203.0.113.9',
    userAgent: null,
    referrer: null,
    state: 'MI',
    city: 'Detroit',
    country: 'USA',
  });
  await append(3, 'user-bob', 'UserRegistered', userRegistered('bob').data);
  await replayViews({
    events,
    projections,
    moment: { position },
    endTime: '2',
    targetDir: folder,
    onProgress: () => undefined,
  });
  await events.close();
  served = await startSnapshotServer({ folder, port: 0, projections });
  signedIn = createTestClient(served.url);
});
afterAll(async () => {
  await served.close();
  rmSync(root, { recursive: true });
});

const sentence = `This is a copy as of ${toMarchNoon(2)} (position 2): nothing can be changed here`;

it('A snapshot server signs its auditor in by a link that works once', async () => {
  expect((await createTestClient(served.url).get('/open/anything')).status).toBe(403);
  expect((await auditor().get('/api/user')).status).toBe(401);
  const path = served.startUrl.slice(served.url.length);
  const opened = await fetch(served.startUrl, { redirect: 'manual' });
  expect(opened.status).toBe(303);
  expect(opened.headers.get('location')).toBe('/admin');
  const [cookie = ''] = opened.headers.getSetCookie();
  expect(cookie).toMatch(/^copy-sid=.*HttpOnly/i);
  const [pair = ''] = cookie.split(';');
  signedIn = { ...signedIn, get: (to) => createTestClient(served.url).get(to, { cookie: pair }) };
  expect((await createTestClient(served.url).get(path)).status).toBe(403);
  expect(JSON.parse((await auditor().get('/api/user')).text)).toMatchObject({ isAdmin: true });
});

it('A snapshot server shows the data of its moment, with the clock of that moment', async () => {
  const people = JSON.parse((await auditor().get('/api/admin/users')).text) as { email: string }[];
  expect(people.map(({ email }) => email)).toEqual(['ann@x.com']);
  expect(JSON.parse((await auditor().get('/api/admin/visitors/stats')).text)).toMatchObject({ weeklyCount: 1 });
});

describe('refuses every write, before anything else', () => {
  it.each([
    ['POST', '/api/register'],
    ['POST', '/api/logout'],
    ['POST', '/api/visitors/track'],
    ['PATCH', '/api/profile'],
    ['POST', '/api/admin/announcements'],
    ['DELETE', '/api/admin/users/ann'],
    ['POST', '/api/admin/history/members'],
    ['PUT', '/anything'],
  ])('A snapshot server refuses every write, before anything else: %s %s', async (method, path) => {
    expect(await createTestClient(served.url).send(method, path, { body: {} })).toMatchObject({
      status: 409,
      text: sentence,
    });
  });
});

it('A snapshot server tells a visitor at the sign-in page how to get access', async () => {
  const { status, text } = await createTestClient(served.url).post('/api/login', { email: 'ann@x.com', password: 'x' });
  expect(status).toBe(409);
  expect(text).toBe(`${sentence}, and signing in is disabled: serve it again, and open it by the link that is printed`);
});

it('A snapshot server has no history of its own, and says where to find it', async () => {
  const { status, text } = await auditor().get('/api/admin/history/as-of?user=ann');
  expect(status).toBe(409);
  expect(text).toContain('its history is in the product itself');
});

it('A snapshot server adds the moment of the copy to its pages', async () => {
  const page = await (await fetch(`${served.url}/auth`, { headers: { accept: 'text/html' } })).text();
  expect(page).toContain(`<meta name="copy-as-of" content="${toMarchNoon(2)}"></head>`);
});

it('A snapshot server writes nothing into its folder', () => {
  expect(readdirSync(folder).toSorted()).toEqual(['copy.json', 'views.sqlite']);
  expect(JSON.parse(readFileSync(join(folder, 'copy.json'), 'utf8'))).toMatchObject({ position: 2 });
});

it('A snapshot server rejects a folder that holds no copy', async () => {
  await expect(startSnapshotServer({ folder: root, port: 0, projections })).rejects.toThrow('holds no copy');
});

it('A snapshot server rejects a copy from another version of the program', async () => {
  const others = projections.map((projection) => ({ ...projection, version: projection.version + 1 }));
  await expect(startSnapshotServer({ folder, port: 0, projections: others })).rejects.toThrow(
    'another version of this program',
  );
});
