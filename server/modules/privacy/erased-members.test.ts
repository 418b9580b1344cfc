import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { listingStream, userStream } from '#domain/event-catalog/streams.ts';
import { listing } from '#domain/listing/decider.ts';
import { type Recorded, startPosition } from '#domain/shared/decider.ts';
import type { AlertEvent } from '#domain/alert/events.ts';
import { user } from '#domain/user/decider.ts';
import { history, type HistoryDoc } from '#projections/history.ts';
import { buildMailId, buildPushId, toDeadLetterId } from '#server/modules/alerts/index.ts';
import { createListingMarker } from '#server/modules/alerts/member-listings/mark-listing.ts';
import { isDelivered } from '#server/modules/alerts/streams/alert-streams.ts';
import type { OutboxItem } from '#server/platform/outbox/item.ts';
import { createFailedEvents } from '#server/platform/subscriptions/failed-events.ts';
import { sampleFacts } from '#server/modules/alerts/matching/testing/sample-listing.ts';
import type { TestClient } from '#server/testing/test-client.ts';
import { type TestServer, startTestServer } from '#server/testing/test-server.ts';
import { linkAlerts } from './testing/link-alerts.ts';

const memberCount = 100;
const waitOptions = { timeout: 60_000, interval: 50 };
const emailOf = (n: number) => `member-${n}@example.com`;

let product: TestServer;
let root: TestClient;
const userIds: string[] = [];
const listingIds = [randomUUID(), randomUUID()];
/** The listings linked to each user by events that were read with the keys, before the users were deleted. */
let linkedWithKeys: Map<string, Set<string>>;

/** Half of them are notified at once, and half wait for a daily digest when they are deleted. */
async function addMember(n: number): Promise<string> {
  const { handle, emails, clock } = product.context;
  const userId = randomUUID();
  const by = () => ({ actor: userId, commandId: randomUUID() });
  const tell = (command: Parameters<typeof user.decide>[0]) => handle(user, userStream(userId), command, by());
  const registration = { type: 'Register', data: { userId, email: emailOf(n), role: 'none' } } as const;
  await emails.claimWhile({ userId, email: emailOf(n), sender: by() }, () => tell(registration));
  const notificationPreference = n % 2 === 0 ? 'immediate' : 'daily';
  const changes = { zipCode: '48204', maxPrice: 50_000 + n, mileageRadius: 50, notificationPreference } as const;
  await tell({ type: 'UpdateFilters', data: { userId, changes } });
  await tell({ type: 'ActivateMembership', data: { userId, now: clock().toISOString() } });
  return userId;
}

/** A mail and a push of an alert that admins resent and discarded, and the alert's event, set aside with an error. */
async function leaveDeadLetters(): Promise<void> {
  const { documents, clock, log } = product.context;
  const event = (await readAlerts()).find(isDelivered);
  const [member] = event?.data.members ?? [];
  if (event === undefined || member === undefined) throw new Error('No alert was delivered');
  const { userId } = member;
  // Dead pushes are removed 30 days after they were due.
  const times = { createdAt: '', due: clock().getTime(), queuedAt: 0 };
  const shared = { userId, position: event.position, attempts: 9, error: 'Full', ...times };
  const content = { kind: 'alerts', listings: [], total: 2, isDaily: false, message: { body: '' } };
  const ids = [buildMailId(event.id, member), buildPushId(event.id, 'browser')];
  for (const [index, id] of ids.entries()) {
    const item: OutboxItem = { ...shared, id, channel: index === 0 ? 'mail' : 'push', state: 'dead', content };
    await documents.put('outbox', item);
  }
  const [mail = '', push = ''] = ids.map(toDeadLetterId);
  for (const path of [`${mail}/resend`, `${push}/discard`])
    expect((await root.post(`/api/admin/dead-letters/${path}`)).status).toBe(200);
  const error = new Error(`The document ${userId} came out as another`);
  await createFailedEvents({ documents, clock, log }).add({ subscription: 'views/member-listings', event, error });
}

/** Marks of those who were notified at once, as pages send them within seconds of an alert. */
async function leaveMarks(): Promise<void> {
  const [listingId = ''] = listingIds;
  const { context } = product;
  await product.waitForViews();
  const markListing = createListingMarker(context);
  for (const userId of userIds.filter((_, n) => n % 2 === 0)) {
    const marking = { userId, listingId, marks: { read: true, note: 'Near me' } };
    await markListing(marking, { actor: userId, commandId: randomUUID() });
  }
}

const readAlerts = async () => {
  const all = await product.context.events.readAll(startPosition, 100_000);
  return all.filter(({ stream }) => stream.startsWith('alert-')) as Recorded<AlertEvent>[];
};
const countMembers = (alerts: Recorded<AlertEvent>[], type: string) =>
  alerts.flatMap((event) => (event.type === type && 'members' in event.data ? event.data.members : [])).length;

beforeAll(async () => {
  product = await startTestServer();
  root = await product.adminClient();
  for (let n = 0; n < memberCount; n += 1) userIds.push(await addMember(n));
  // A listing that is found in the millisecond in which a membership began would share that time with its member.
  const lastBegan = Date.now();
  await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(lastBegan), 60_000);
  for (const listingId of listingIds) {
    const facts = { listingId, ...sampleFacts, price: 40_000 };
    const by = { actor: 'intake:county', commandId: randomUUID() };
    await product.context.handle(listing, listingStream(listingId), { type: 'Find', data: facts }, by);
  }
  await vi.waitFor(async () => {
    const alerts = await readAlerts();
    expect(countMembers(alerts, 'AlertsDelivered')).toBe((memberCount / 2) * listingIds.length);
    expect(countMembers(alerts, 'AlertsMatched')).toBe(memberCount * listingIds.length);
  }, waitOptions);
  await leaveDeadLetters();
  await leaveMarks();
  linkedWithKeys = linkAlerts(await product.context.events.readAll(startPosition, 100_000), userIds);
  for (const userId of userIds) {
    const { status } = await root.send('DELETE', `/api/admin/users/${userId}`);
    expect(status).toBe(204);
  }
  await vi.waitFor(() => expect(readRows('vault.sqlite').filter(isPending)).toEqual([]), waitOptions);
});
afterAll(() => product.stop());

type Row = Record<string, unknown>;
/** Digests and mails that an alert has just caused are dropped when their time has come. */
const isPending = (row: Row) =>
  row['space'] === 'digests' || (row['space'] === 'outbox' && String(row['doc']).includes('"state":"waiting"'));

/** All rows of a database file. */
function readRows(file: string): Row[] {
  const database = new DatabaseSync(join(product.dataDir, file), { readOnly: true, timeout: 5_000 });
  try {
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
    return tables.flatMap(({ name }) => database.prepare(`SELECT * FROM "${String(name)}"`).all());
  } finally {
    database.close();
  }
}
const findIds = (text: string) => userIds.filter((userId) => text.includes(userId));

it('Stored alerts, marks and claims of addresses name no deleted user and hold no figure of one', async () => {
  const stored = await product.context.encryptedEvents.readAll(startPosition, 100_000);
  const sealed = stored.filter(({ stream }) => /^(alert|email|letter|mark)-/.test(stream));
  expect(sealed.length).toBeGreaterThan(memberCount * 2);
  const text = JSON.stringify(sealed);
  expect(sealed.filter(({ type }) => type === 'ListingMarked')).toHaveLength(memberCount / 2);
  expect(findIds(text)).toEqual([]);
  expect(text).not.toMatch(/"(miles|radius|maxPrice)"/);
});

it('Stored alerts, marks and claims of addresses share nothing with events of a deleted user or with each other', async () => {
  const stored = await product.context.encryptedEvents.readAll(startPosition, 100_000);
  const sharedByStream = new Map<string, Set<string>>();
  for (const { stream, data, metadata } of stored) {
    const kind = /^(alert|email|mark|user)-/.exec(stream)?.[1];
    if (kind === undefined) continue;
    const { commandId, correlationId, requestId = '' } = metadata;
    const own = kind === 'alert' ? [] : [commandId, correlationId, requestId];
    const tokens = JSON.stringify(data).match(/(?<="token":")\w+/g) ?? [];
    const ciphertexts = JSON.stringify(data).match(/(?<="sealed":")[^"]+/g) ?? [];
    for (const mark of [...own, ...tokens, ...ciphertexts].filter((text) => text !== '')) {
      sharedByStream.set(mark, (sharedByStream.get(mark) ?? new Set()).add(stream));
    }
  }
  expect([...sharedByStream].filter(([, streams]) => streams.size > 1)).toEqual([]);
});

it('Of 100 deleted members the stored log gives away the area of none, which with their keys it gave away of all', async () => {
  const stored = await product.context.encryptedEvents.readAll(startPosition, 100_000);
  const countLinked = (linked: Map<string, Set<string>>) => [...linked.values()].filter(({ size }) => size > 0).length;
  expect(countLinked(linkedWithKeys)).toBe(memberCount);
  expect(countLinked(linkAlerts(stored, userIds))).toBe(0);
});

it('Documents and views that are left lead from no alert to a deleted user', async () => {
  const rows = [...readRows('vault.sqlite'), ...readRows('views.sqlite')].map((row) => JSON.stringify(row));
  const tokens = JSON.stringify(await readAlerts()).match(/(?<="token":")\w+/g) ?? [];
  expect(new Set(tokens).size).toBe(memberCount * listingIds.length);
  const left = rows.filter((row) => findIds(row).length > 0);
  expect(left.filter((row) => /[Aa]lert/.test(row) || listingIds.some((id) => row.includes(id)))).toEqual([]);
  expect(left.filter((row) => tokens.some((token) => row.includes(token)))).toEqual([]);
  expect(rows.filter((row) => row.includes('came out as another'))).toHaveLength(1);
  // What is left is the token of the admin's own address.
  expect(rows.filter((row) => row.includes('"space":"subject-tokens"'))).toHaveLength(1);
});

it('The words of the history name no deleted user with an alert or a claim of an address', async () => {
  const { views } = product.context.auditLog;
  const { docs } = await views.list<HistoryDoc>(history.view, { limit: 10_000 });
  const ofAlerts = docs.filter(({ stream }) => /^(alert|email)-/.test(stream));
  expect(ofAlerts.length).toBeGreaterThan(memberCount);
  expect(findIds(JSON.stringify(ofAlerts))).toEqual([]);
});

it('The members of a deleted user’s alerts read as users that do not exist', async () => {
  const members = (await readAlerts()).flatMap(({ data }) => ('members' in data ? data.members : []));
  expect(members.every(({ userId, figures }) => userId.startsWith('erased-') && figures === null)).toBe(true);
});

it('The past of a deleted user is not found by the address that the user had', async () => {
  for (const n of [0, 1]) {
    const answer = await root.get(`/api/admin/history/as-of?user=${emailOf(n)}`);
    expect([answer.status, answer.text]).toEqual([404, 'No such user']);
    const found = await root.get(`/api/admin/history?person=${emailOf(n)}`);
    expect([found.status, found.text]).toEqual([200, '[]']);
  }
});

it('The workflow log says what admins did with a mail and a push to a deleted user without naming the user', async () => {
  const entries = JSON.parse((await root.get('/api/admin/workflow-logs?limit=500')).text) as { details: string }[];
  expect(entries.map(({ details }) => details)).toEqual(
    expect.arrayContaining([
      'Mail about new listings to a deleted user sent again by root@example.com',
      'Undelivered push to a deleted user discarded by root@example.com',
    ]),
  );
});

it('No daily alert waits for a deleted user', async () => {
  const read = () => Promise.all(listingIds.map((id) => product.context.views.get<{ id: string }>('reach', id)));
  const sent = memberCount / 2;
  await expect.poll(read).toEqual(listingIds.map((id) => ({ id, sent, waiting: 0 })));
});
