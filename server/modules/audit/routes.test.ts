import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { eventCatalog } from '#domain/event-catalog/catalog.ts';
import { userStream } from '#domain/event-catalog/streams.ts';
import type { HistoryDetails, HistoryEvent, Verification } from '#domain/history/contract.ts';
import type { TestClient } from '#server/testing/test-client.ts';
import { type TestServer, startTestServer } from '#server/testing/test-server.ts';
import { readWhenIndexed } from './testing/read-when-indexed.ts';
import { connectSocket } from '#server/testing/socket-client.ts';

const path = '/api/admin/history';
let product: TestServer;
let root: TestClient;
let ann: { id: string; client: TestClient };

beforeAll(async () => {
  product = await startTestServer();
  root = readWhenIndexed(await product.adminClient());
  const client = product.newClient();
  const { id } = await client.register('ann@example.com');
  ann = { id, client };
  await client.patch('/api/profile', { maxPrice: 60_000, zipCode: '48204' });
  await root.patch(`/api/admin/users/${id}/membership`, { status: 'active' });
});
afterAll(() => product.stop());

const list = async (query = '') => {
  const read = async () => {
    const { status, text, headers } = await root.get(`${path}${query}`);
    if (status !== 200) throw new Error(`${status} ${text}`);
    // The count is missing while the history lacks the newest events.
    return headers.has('x-total-count') && { text, headers };
  };
  const answer = await vi.waitUntil(read, { timeout: 120_000 });
  return { events: JSON.parse(answer.text) as HistoryEvent[], headers: answer.headers };
};
const typesOf = (events: HistoryEvent[]) => events.map(({ type }) => type);

describe('the history', () => {
  it('The history returns the whole log, newest first, each event in full', async () => {
    const { events, headers } = await list();
    const positions = events.map(({ position }) => position);
    expect(positions).toEqual(positions.toSorted((a, b) => b - a));
    expect(headers.get('x-total-count')).toBe(String(events.length));
    const registered = events.find(({ type, stream }) => type === 'UserRegistered' && stream === userStream(ann.id));
    expect(registered).toMatchObject({
      revision: 0,
      actor: { id: ann.id, email: 'ann@example.com' },
      sentence: 'ann@example.com registered',
      data: { userId: ann.id, email: 'ann@example.com' },
      metadata: { actor: ann.id },
    });
    expect(registered?.metadata.requestId).toBeTypeOf('string');
    expect(events.find(({ type }) => type === 'MembershipActivated')).toMatchObject({
      actor: { email: 'root@example.com' },
      sentence: 'Membership set to active for ann@example.com by root@example.com',
    });
  });

  it('The history counts the events of a filter, on each of its pages', async () => {
    const { events } = await list();
    const ofAnn = events.filter(({ stream }) => stream === userStream(ann.id));
    const query = `?stream=${encodeURIComponent(userStream(ann.id))}`;
    const first = await list(`${query}&limit=1`);
    const cursor = first.events[0]?.position;
    for (const { headers } of [first, await list(`${query}&limit=1&cursor=${cursor}`)]) {
      expect(headers.get('x-total-count')).toBe(String(ofAnn.length));
    }
    expect((await list('?person=nobody@example.com')).headers.get('x-total-count')).toBe('0');
  });

  it('The history has a hash for each event once it is chained', async () => {
    await vi.waitFor(async () => {
      const { events } = await list();
      for (const { hash } of events) expect(hash).toMatch(/^[0-9a-f]{64}$/);
      expect(events.map(({ ordinal }) => ordinal)).toEqual(events.map((_, index) => events.length - index));
    }, 60_000);
  });

  it('The history is filtered by person, as actor and as subject, by email or id', async () => {
    const byEmail = await list('?person=ANN@example.com');
    const byId = await list(`?person=${ann.id}`);
    expect(typesOf(byEmail.events)).toEqual(typesOf(byId.events));
    expect(typesOf(byEmail.events)).toEqual(
      expect.arrayContaining(['UserRegistered', 'FiltersUpdated', 'MembershipActivated', 'EmailClaimed']),
    );
    expect((await list('?person=nobody@example.com')).events).toEqual([]);
  });

  it('The history reads an email address among the words as a filter by that person', async () => {
    const registered = await list(`?person=${ann.id}&q=registered`);
    expect(registered.events).toHaveLength(1);
    expect((await list('?q=ANN@example.com registered')).events).toEqual(registered.events);
    const ofRoot = await list('?q=ann@example.com registered&person=root@example.com');
    expect(ofRoot.events).toEqual([]);
    expect((await list('?q=nobody@example.com')).events).toEqual([]);
  });

  it('The history lists the types of its events', async () => {
    expect(JSON.parse((await root.get(`${path}/types`)).text)).toEqual(Object.keys(eventCatalog).sort());
  });

  it('The history is filtered by stream, type, time and text, and by all together', async () => {
    expect(typesOf((await list(`?stream=user-${ann.id}&type=FiltersUpdated`)).events)).toEqual(['FiltersUpdated']);
    const either = typesOf((await list(`?person=${ann.id}&type=UserRegistered&type=FiltersUpdated`)).events);
    expect(new Set(either)).toEqual(new Set(['UserRegistered', 'FiltersUpdated']));
    expect(typesOf((await list('?q=membership%20ACTIVE')).events)).toContain('MembershipActivated');
    expect((await list('?to=2020-01-01')).events).toEqual([]);
    const days = (await list()).events.map(({ metadata }) => metadata.at.slice(0, 10));
    expect((await list(`?from=${days.at(-1)}&to=${days[0]}`)).events.length).toBeGreaterThan(5);
    expect((await list(`?q=filters&type=UserRegistered&person=${ann.id}`)).events).toEqual([]);
  });

  it('The history is returned in pages, and as the events newer than a position', async () => {
    const all = (await list()).events;
    const seen: HistoryEvent[] = [];
    for (let query: string | undefined = '?limit=3'; query !== undefined; ) {
      const { events, headers } = await list(query);
      seen.push(...events);
      query = /^<\/api\/admin\/history(\?.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
    }
    expect(seen.map(({ position }) => position)).toEqual(all.map(({ position }) => position));
    const third = all[2]?.position ?? 0;
    expect((await list(`?after=${third}`)).events.map(({ position }) => position)).toEqual(
      all.slice(0, 2).map(({ position }) => position),
    );
  });

  it.each([
    ['limit=0', 'limit must be a whole number from 1 to 500'],
    ['limit=501', 'limit must be a whole number from 1 to 500'],
    ['cursor=x', 'cursor must be a position in the log'],
    ['from=yesterday', 'from must be a day such as 2026-11-21, or a time such as 2026-11-21T10:00:00Z'],
    ['to=2026-02-30', 'to must be a day such as 2026-11-21, or a time such as 2026-11-21T10:00:00Z'],
    ['from=2026-13-01', 'from must be a day such as 2026-11-21, or a time such as 2026-11-21T10:00:00Z'],
    ['from=2026-02-02&to=2026-02-01', 'from must not be later than to'],
    ['q=a&q=b', 'q must be given once'],
    [`q=${'x'.repeat(201)}`, 'q must be at most 200 characters'],
    [`person=${'x'.repeat(255)}`, 'person must be at most 254 characters'],
  ])('The history refuses %s', async (query, sentence) => {
    const answer = await root.get(`${path}?${query}`);
    expect([answer.status, answer.text]).toEqual([400, sentence]);
  });
});

describe('one event of the history', () => {
  it('One event of the history has the chain of its causes: command, events', async () => {
    const [event] = (await list('?type=MembershipActivated')).events;
    const answer = await root.get(`${path}/${event?.position}`);
    const details = JSON.parse(answer.text) as HistoryDetails;
    expect(details).toMatchObject({ type: 'MembershipActivated', position: event?.position });
    expect(details.chain[0]?.text).toContain('root@example.com');
    expect(details.chain).toMatchObject([
      {
        kind: 'command',
        children: [
          { kind: 'event', label: 'MembershipActivated', position: event?.position },
          { kind: 'event', label: 'MemberSinceSet' },
        ],
      },
    ]);
  });

  it.each(['999999', '0', 'x', '1e3', '99999999999999999999'])(
    'One event of the history is not found at %s',
    async (position) => {
      const answer = await root.get(`${path}/${position}`);
      expect([answer.status, answer.text]).toEqual([404, 'No such event']);
    },
  );
});

describe('the export', () => {
  it('The export is the filtered history as JSON lines', async () => {
    const answer = await root.get(`${path}/export?person=${ann.id}`);
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(/filename="history-\d{4}-\d\d-\d\d\.jsonl"/);
    const lines = answer.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as HistoryEvent);
    const { events } = await list(`?person=${ann.id}`);
    expect(lines.map(({ id }) => id)).toEqual(events.map(({ id }) => id));
  });

  it('The export is CSV in which no cell is a formula', async () => {
    const log = { action: '=1+1', details: 'x' };
    await root.post('/api/admin/workflow-logs', { log });
    const answer = await root.get(`${path}/export?format=csv&type=NoteTaken`);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [header, line] = answer.text.split('\r\n');
    expect(header).toContain('position,at,type,stream');
    expect(line).toContain('NoteTaken');
    expect(line).not.toMatch(/(^|,)"?[=+@]/);
  });

  it('The export is empty where nothing is found, and refused for another format', async () => {
    expect((await root.get(`${path}/export?person=nobody@example.com`)).text).toBe('');
    expect((await root.get(`${path}/export?format=xml`)).status).toBe(400);
  });

  it('The export ends when its client no longer reads', async () => {
    const gone = new AbortController();
    const answer = await fetch(`${product.url}${path}/export`, {
      headers: { cookie: root.cookie() },
      signal: gone.signal,
    });
    expect(answer.status).toBe(200);
    gone.abort();
    expect((await root.get(path)).status).toBe(200);
  });
});

describe('the verification', () => {
  const state = async () => JSON.parse((await root.get(`${path}/verification`)).text) as Verification;

  it('The verification runs on request, one at a time, and its result is kept', async () => {
    await expect.poll(async () => (await state()).key).not.toBeNull();
    const before = await state();
    expect(before).toMatchObject({ last: null, running: null });
    expect(before.key?.publicKey).toContain('BEGIN PUBLIC KEY');
    const asked = await Promise.all([1, 2, 3].map(() => root.post(`${path}/verification`)));
    const begun = asked.filter(({ status }) => status === 200);
    // One that ends in between lets another begin.
    expect(begun).not.toEqual([]);
    expect(JSON.parse(begun[0]?.text ?? '')).toMatchObject({ running: { events: 0 } });
    for (const { status, text } of asked.filter((answer) => !begun.includes(answer))) {
      expect([status, text]).toEqual([409, 'A verification is under way. Wait for it to end.']);
    }
    await expect.poll(async () => (await state()).last).not.toBeNull();
    const { last } = await state();
    expect(last).toMatchObject({ ok: true, difference: null, problem: null, seals: { count: 0, last: null } });
    expect(last?.events).toBeGreaterThan(5);
    await expect.poll(async () => (await state()).running).toBeNull();
  });
});

it('The owner of an email address is erased from the history when they are deleted', async () => {
  const email = `${randomUUID()}@example.com`;
  const { id } = await product.newClient().register(email);
  expect((await list(`?person=${email}`)).events.length).toBeGreaterThan(0);
  await root.send('DELETE', `/api/admin/users/${id}`);
  expect((await list(`?person=${email}`)).events).toEqual([]);
  expect((await list(`?q=${email}`)).events).toEqual([]);
  expect(typesOf((await list(`?person=${id}`)).events)).toContain('UserDeleted');
});

it('Full admins, and no other users, are notified that the history has grown', async () => {
  const helper = product.newClient();
  const { id } = await helper.register('helper@example.com');
  await root.send('PATCH', `/api/admin/users/${id}/role`, { body: { role: 'helper' } });
  const heard = (client: TestClient) => connectSocket(product.url, client.cookie());
  const [full, other, member] = await Promise.all([heard(root), heard(helper), heard(ann.client)]);
  await root.post('/api/admin/workflow-logs', { log: { action: 'Called', details: 'x' } });
  const [newest] = (await list('?limit=1')).events;
  const news = { view: 'history', ids: [String(newest?.position)] };
  await expect.poll(() => full.of('changed')).toContainEqual(news);
  for (const { messages } of [other, member]) expect(JSON.stringify(messages)).not.toContain('history');
});
