import { randomUUID } from 'node:crypto';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TestClient } from '#server/testing/test-client.ts';
import { type TestServer, startTestServer } from '#server/testing/test-server.ts';

type Caller = 'member' | 'helper' | 'full';
const callers: Caller[] = ['member', 'helper', 'full'];

/** The table of roles and messages: which roles are notified of the changes of another user. */
const table: [message: string, Record<Caller, boolean>][] = [
  ['changed users', cells(false, true, true)],
  ['changed visitors', cells(false, true, true)],
  ['workflow-log', cells(false, false, true)],
  ['user', cells(false, false, false)],
  ['announcement', cells(true, true, true)],
];

function cells(member: boolean, helper: boolean, full: boolean): Record<Caller, boolean> {
  return { member, helper, full };
}

let product: TestServer;
const sockets = new Map<Caller, Socket>();
const heard = new Map<Caller, Set<string>>();
let root: TestClient;

async function signedIn(caller: Caller): Promise<TestClient> {
  const client = product.newClient();
  const { id } = await client.register(`${caller}@example.com`);
  if (caller !== 'member') await root.patch(`/api/admin/users/${id}/role`, { role: caller });
  return client;
}

async function listen(caller: Caller): Promise<void> {
  const { cookie } = await signedIn(caller);
  const socket = io(product.url, { forceNew: true, reconnection: false, extraHeaders: { cookie: cookie() } });
  const messages = new Set<string>();
  sockets.set(caller, socket);
  heard.set(caller, messages);
  socket.onAny((name: string, payload: { view?: string }) =>
    messages.add(name === 'changed' ? `${name} ${payload.view}` : name),
  );
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
}

const toldToAll = () =>
  vi.waitFor(() => {
    for (const caller of callers) expect(heard.get(caller)).toContain('announcement');
  }, 120_000);

beforeAll(async () => {
  product = await startTestServer();
  root = await product.adminClient();
  for (const caller of callers) await listen(caller);
  // The messages about their own sign-in have arrived once this one has.
  await root.post('/api/admin/announcements', { message: 'first' });
  await toldToAll();
  for (const messages of heard.values()) messages.clear();

  const { id } = await product.newClient().register('somebody@example.com');
  await root.patch(`/api/admin/users/${id}/membership`, { status: 'active' });
  await product.newClient().post('/api/visitors/track', undefined, { 'user-agent': 'Mozilla/5.0 Firefox/140.0' });
  await root.post('/api/admin/announcements', { message: randomUUID() });
  await toldToAll();
  // In one batch, it comes before the others.
  const toFull = table.flatMap(([message, { full }]) => (full ? [message] : []));
  await vi.waitFor(() => expect([...(heard.get('full') ?? [])]).toEqual(expect.arrayContaining(toFull)), 120_000);
});
afterAll(async () => {
  for (const socket of sockets.values()) socket.disconnect();
  await product.stop();
});

describe.each(table)('%s', (message, expected) => {
  it.each(Object.entries(expected))('A message of the server reaches a %s: %s', (caller, isHeard) => {
    expect(heard.get(caller as Caller)?.has(message)).toBe(isHeard);
  });
});

it('A socket follows a change of role at once', async () => {
  const { text } = await root.get('/api/admin/users?q=helper@');
  const [helper] = JSON.parse(text) as { id: string }[];
  await root.patch(`/api/admin/users/${helper?.id ?? ''}/role`, { role: 'full' });
  const messages = heard.get('helper');
  await root.post('/api/admin/workflow-logs', { log: { action: 'Called', details: 'About the barn' } });
  await expect.poll(() => messages?.has('workflow-log')).toBe(true);
});

it('A socket ends for a deleted user at once', async () => {
  const { text } = await root.get('/api/admin/users?q=member@');
  const [member] = JSON.parse(text) as { id: string }[];
  await root.send('DELETE', `/api/admin/users/${member?.id ?? ''}`);
  await expect.poll(() => sockets.get('member')?.connected).toBe(false);
});
