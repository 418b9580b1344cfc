import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectSocket, type SocketClient } from '#server/testing/socket-client.ts';
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
const sockets = new Map<Caller, SocketClient>();
let root: TestClient;

async function signedIn(caller: Caller): Promise<TestClient> {
  const client = product.newClient();
  const { id } = await client.register(`${caller}@example.com`);
  if (caller !== 'member') await root.patch(`/api/admin/users/${id}/role`, { role: caller });
  return client;
}

async function listen(caller: Caller): Promise<void> {
  const { cookie } = await signedIn(caller);
  sockets.set(caller, await connectSocket(product.url, cookie()));
}

/** The names of the messages that a caller has heard, with their views. */
const heardBy = (caller: Caller) =>
  sockets
    .get(caller)
    ?.messages.map(([name, payload]) => (name === 'changed' ? `${name} ${(payload as { view: string }).view}` : name));

const toldToAll = () =>
  vi.waitFor(() => {
    for (const caller of callers) expect(heardBy(caller)).toContain('announcement');
  }, 120_000);

beforeAll(async () => {
  product = await startTestServer();
  root = await product.adminClient();
  for (const caller of callers) await listen(caller);
  // The messages about their own sign-in have arrived once this one has.
  await root.post('/api/admin/announcements', { message: 'first' });
  await toldToAll();
  for (const { messages } of sockets.values()) messages.length = 0;

  const { id } = await product.newClient().register('somebody@example.com');
  await root.patch(`/api/admin/users/${id}/membership`, { status: 'active' });
  await product.newClient().post('/api/visitors/track', undefined, { 'user-agent': 'Mozilla/5.0 Firefox/140.0' });
  await root.post('/api/admin/announcements', { message: randomUUID() });
  await toldToAll();
  // In one batch, it comes before the others.
  const toFull = table.flatMap(([message, { full }]) => (full ? [message] : []));
  await vi.waitFor(() => expect(heardBy('full')).toEqual(expect.arrayContaining(toFull)), 120_000);
});
afterAll(() => product.stop());

describe.each(table)('%s', (message, expected) => {
  it.each(Object.entries(expected))('A message of the server reaches a %s: %s', (caller, isHeard) => {
    expect(heardBy(caller as Caller)?.includes(message)).toBe(isHeard);
  });
});

it('A socket follows a change of role at once', async () => {
  const { text } = await root.get('/api/admin/users?q=helper@');
  const [helper] = JSON.parse(text) as { id: string }[];
  await root.patch(`/api/admin/users/${helper?.id ?? ''}/role`, { role: 'full' });
  await root.post('/api/admin/workflow-logs', { log: { action: 'Called', details: 'About the barn' } });
  await expect.poll(() => heardBy('helper')).toContain('workflow-log');
});

it('A socket ends for a deleted user at once', async () => {
  const { text } = await root.get('/api/admin/users?q=member@');
  const [member] = JSON.parse(text) as { id: string }[];
  await root.send('DELETE', `/api/admin/users/${member?.id ?? ''}`);
  await expect.poll(() => sockets.get('member')?.socket.connected).toBe(false);
});
