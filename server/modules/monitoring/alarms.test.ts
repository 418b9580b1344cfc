import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { sourceStream, userStream } from '#domain/event-catalog/streams.ts';
import { startPosition } from '#domain/shared/decider.ts';
import { user } from '#domain/user/decider.ts';
import { listAll } from '#projections/store/list-all.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import type { Mail } from '#server/modules/alerts/channels/email/transport/mail.ts';
import type { OutboxItem } from '#server/platform/outbox/item.ts';
import { type TestStores, openTestStores } from '#server/modules/alerts/matching/testing/test-stores.ts';
import { createBreakerState } from '#server/modules/intake/llm-classifier/breaker-state.ts';
import { startAlarms } from './alarms.ts';
import type { SourcePassState } from '#server/modules/sources/registry/connector.ts';
import { createSourceServices, type SourceServices } from '#server/modules/sources/registry/source-services.ts';

let testStores: TestStores;
let sources: SourceServices;
let stop: (() => Promise<void>) | null;
let logged: object[];
/** Called once for each pass over the sources. */
let listSources: MockInstance;
beforeEach(async () => {
  testStores = await openTestStores();
  sources = createSourceServices(testStores);
  listSources = vi.spyOn(sources.registry, 'list');
  stop = null;
  logged = [];
  testStores.setClock('2026-03-01T12:00:00.000Z');
  await sources.registry.declare('feed', { id: 'county', basis: 'public', address: 'x', everySeconds: 60 });
});
afterEach(async () => {
  await stop?.();
  await testStores.close();
});

const model = { LLM_BASE_URL: 'https://llm.example.com/v1', LLM_MODEL: 'm', LLM_DAILY_CALLS: '10' };
const begin = (env: Record<string, string> = {}) => {
  const config = loadConfig(env);
  const log = { error: (facts: object) => void logged.push(facts) };
  const waitForProjections = () => testStores.waitForViews().then(() => true);
  ({ stop } = startAlarms({ ...testStores, config, sources, log, waitForProjections }, 20));
};
/** Resolves when a pass over the sources that begins later has ended. */
const waitForPass = async () => {
  const before = listSources.mock.calls.length;
  await expect.poll(() => listSources.mock.calls.length).toBeGreaterThan(before + 1);
};
/** The state of the feed after a pass. */
const recordPass = (failures: number, at = testStores.clock().toISOString()) => {
  const nextAt = new Date(Date.parse(at) + 60_000).toISOString();
  const problem = failures === 0 ? null : 'The source answered with status 500';
  const pass: SourcePassState & { id: string } = {
    id: 'county',
    checkedAt: at,
    nextAt,
    figures: null,
    problem,
    failures,
  };
  return testStores.documents.put('feed-states', pass);
};
const readAlarm = async (id = 'county') => {
  const { events } = await testStores.events.read(sourceStream(id));
  return events.map(({ type }) => type); // source streams have no other events
};
const mails = async () => {
  const all = await listAll<Mail>(testStores.documents, 'outbox', { state: 'waiting' });
  return all.map(({ userId, content }) => [userId, content]);
};
const admin = async (role: 'helper' | 'full') => {
  const id = await testStores.member({});
  await testStores.handle(
    user,
    userStream(id),
    { type: 'ChangeRole', data: { userId: id, role } },
    {
      actor: 'system',
      commandId: randomUUID(),
    },
  );
  await testStores.waitForViews();
  return id;
};

describe('a failing source', () => {
  it('A failing source is reported to full admins by mail after 3 failures in a row, once per outage', async () => {
    const root = await admin('full');
    await admin('helper');
    await recordPass(2);
    begin();
    await recordPass(3);
    await expect.poll(() => readAlarm()).toEqual(['SourceFailing']);
    const content = {
      kind: 'source-failing',
      sourceId: 'county',
      problem: '3 runs in a row failed. The source answered with status 500',
    };
    await expect.poll(mails).toEqual([[root, content]]);
    await recordPass(4);
    await recordPass(0);
    await expect.poll(() => readAlarm()).toEqual(['SourceFailing', 'SourceRecovered']);
    await recordPass(3);
    await expect.poll(async () => (await readAlarm()).length).toBe(3);
    await expect.poll(async () => (await mails()).length).toBe(2);
  });

  it('A failing source is not mailed again by another process that takes over the monitoring', async () => {
    await admin('full');
    await recordPass(3);
    begin();
    await expect.poll(async () => (await mails()).length).toBe(1);
    await stop?.();
    for (const { id } of await listAll(testStores.documents, 'outbox', { state: 'waiting' })) {
      await testStores.documents.remove('outbox', id);
    }
    begin();
    await waitForPass();
    await recordPass(0);
    await expect.poll(() => readAlarm()).toEqual(['SourceFailing', 'SourceRecovered']);
    expect(await mails()).toEqual([]);
  });

  it('A failing source is not reported while it is paused', async () => {
    const { source } = await import('#domain/source/decider.ts');
    await testStores.handle(
      source,
      sourceStream('county'),
      { type: 'Pause', data: { sourceId: 'county' } },
      {
        actor: 'root',
        commandId: randomUUID(),
      },
    );
    await testStores.waitForViews();
    await recordPass(9);
    sources.stats.count('agent', 'webhook', { problem: 'x' });
    sources.registry.register('agent', 'webhook');
    begin();
    for (let failed = 0; failed < 3; failed += 1) sources.stats.count('agent', 'webhook', { problem: 'Not stored' });
    await expect.poll(() => readAlarm('agent')).toEqual(['SourceFailing']);
    await waitForPass();
    expect(await readAlarm()).toEqual(['SourcePaused']);
  });
});

describe('a stopped source', () => {
  it('A stopped source is reported when no pass ran for 3 of its intervals, and when one runs again', async () => {
    await recordPass(0);
    begin();
    testStores.setClock('2026-03-01T12:02:59.000Z');
    await waitForPass();
    expect(await readAlarm()).toEqual([]);
    testStores.setClock('2026-03-01T12:03:01.000Z');
    await expect.poll(() => readAlarm()).toEqual(['SourceFailing']);
    const [failing] = (await testStores.events.read(sourceStream('county'))).events;
    expect(failing?.data).toMatchObject({
      trouble: 'silence',
      problem: 'No pass since 2026-03-01 12:00Z, though one is due every minute',
    });
    await recordPass(0);
    await expect.poll(() => readAlarm()).toEqual(['SourceFailing', 'SourceRecovered']);
  });

  it('A stopped source is no longer expected to run once it is removed from the list', async () => {
    await recordPass(3);
    begin();
    await expect.poll(() => readAlarm()).toEqual(['SourceFailing']);
    await sources.registry.replaceAll('feed', () => Promise.resolve([]));
    await expect.poll(() => readAlarm()).toEqual(['SourceFailing', 'SourceRecovered']);
  });
});

describe('the second opinion', () => {
  const id = 'second_opinion';

  it('The second opinion is reported when its endpoint is skipped after failures, and when it is used again', async () => {
    const state = createBreakerState(testStores);
    state.recordOpen();
    begin(model);
    await expect.poll(() => readAlarm(id)).toEqual(['SourceFailing']);
    state.recordClosed();
    await expect.poll(() => readAlarm(id)).toEqual(['SourceFailing', 'SourceRecovered']);
  });

  it('The second opinion is reported when the daily limit of calls is used up, until the next day', async () => {
    await recordPass(0);
    await testStores.documents.put('llm-calls', { id: '2026-03-01', calls: 10 } as { id: string });
    begin(model);
    await expect.poll(() => readAlarm(id)).toEqual(['SourceFailing']);
    testStores.setClock('2026-03-02T00:00:01.000Z');
    await expect.poll(() => readAlarm(id)).toEqual(['SourceFailing', 'SourceRecovered']);
  });
});

it('A witness that does not accept seals is reported on the page, by mail and in the log, until it accepts them', async () => {
  const root = await admin('full');
  const { clock, outbox, documents } = testStores;
  const times = { createdAt: clock().toISOString(), position: startPosition, due: clock().getTime() };
  await outbox.put([{ id: 'seal', channel: 'witness-email', userId: '', content: {}, ...times }]);
  const [item] = await listAll<OutboxItem>(documents, 'outbox', { channel: 'witness-email' });
  if (item === undefined) throw new Error('The outbox has no seal');
  const failed: OutboxItem = { ...item, attempts: 3, error: 'The mailbox is full' };
  await documents.put('outbox', failed);
  begin({ WITNESS_EMAIL: 'witness@example.com' });
  const problem = 'Seals do not reach the witness in WITNESS_EMAIL. The mailbox is full';
  const content = { kind: 'source-failing', sourceId: 'seal_witness', problem };
  await expect.poll(async () => (await mails()).filter(([userId]) => userId === root)).toEqual([[root, content]]);
  expect(logged).toEqual([{ alarm: 'seal_witness', problem }]);
  await documents.remove('outbox', 'seal');
  await expect.poll(() => readAlarm('seal_witness')).toEqual(['SourceFailing', 'SourceRecovered']);
});
