import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sourceStream } from '#domain/event-catalog/streams.ts';
import { type SourceCommand, source } from '#domain/source/decider.ts';
import { type TestStores, openTestStores } from '#server/modules/alerts/matching/testing/test-stores.ts';
import type { Connector, SourcePassState } from './connector.ts';
import { startSourceScheduler } from './source-scheduler.ts';
import { createSourceServices, type SourceServices } from './source-services.ts';

let house: TestStores;
/** The services of a process that scouts, and of one that serves the web: they share only the stores. */
let scouting: SourceServices;
let serving: SourceServices;
let stops: (() => Promise<void>)[];
beforeEach(async () => {
  house = await openTestStores();
  [scouting, serving] = [createSourceServices(house), createSourceServices(house)];
  stops = [];
});
afterEach(async () => {
  for (const stop of stops) await stop();
  await house.close();
});

/** A source whose passes run `pass`; it is read from now on. */
const read = (
  pass: () => Promise<Partial<SourcePassState>> = () => Promise.resolve({}),
  changes: Partial<Connector> = {},
) => {
  const read = { passes: 0 };
  const connector: Connector = {
    id: 'county',
    kind: 'feed',
    basis: 'public',
    address: 'x',
    everySeconds: 3600,
    notBefore: null,
    runOnce: async () => {
      read.passes += 1;
      const checkedAt = house.clock().toISOString();
      const nextAt = new Date(Date.parse(checkedAt) + 3_600_000).toISOString();
      return { checkedAt, nextAt, figures: null, problem: null, failures: 0, ...(await pass()) };
    },
    ...changes,
  };
  const { stop } = startSourceScheduler([connector], { ...house, sources: scouting });
  stops.push(stop);
  return read;
};
const tell = (type: 'Pause' | 'Resume') => {
  const command: SourceCommand = { type, data: { sourceId: 'county' } };
  return house.handle(source, sourceStream('county'), command, { actor: 'root', commandId: randomUUID() });
};

describe('a source that is read', () => {
  it('A source is read at once when another process asks, which learns when it ends', async () => {
    const seen = read();
    await expect.poll(() => seen.passes).toBe(1);
    expect(await serving.runs.request('county', 10_000)).toBe(true);
    expect(seen.passes).toBe(2);
    expect(await serving.runs.listActive()).toEqual(new Set());
  });

  it('A source may take longer than the request waits', async () => {
    const gate = Promise.withResolvers<Partial<SourcePassState>>();
    read(() => gate.promise);
    expect(await serving.runs.request('county', 100)).toBe(false);
    expect(await serving.runs.listActive()).toEqual(new Set(['county']));
    gate.resolve({});
    await expect.poll(() => serving.runs.listActive()).toEqual(new Set());
  });

  it('A source that was requested before a scout was running is read by the first one', async () => {
    expect(await serving.runs.request('county', 100)).toBe(false);
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const seen = read(undefined, { notBefore: later });
    await expect.poll(() => seen.passes).toBe(1);
  });

  it('A source is not read while it is paused, and read when it is resumed', async () => {
    await tell('Pause');
    const seen = read();
    expect(await serving.runs.request('county', 10_000)).toBe(true);
    expect(seen.passes).toBe(0);
    await tell('Resume');
    await expect.poll(() => seen.passes).toBe(1);
  });

  it('A source counts the passes that failed', async () => {
    read(() => Promise.resolve({ problem: 'The source answered with status 500', failures: 1 }));
    await expect.poll(async () => (await scouting.stats.read()).get('county')?.week.errors).toBe(1);
  });
});

describe('statistics', () => {
  const result = { accepted: 1, duplicates: 1, review: [], rejected: [{ index: 2, reason: 'x' }] };
  const items = 3;

  it('Statistics of several processes are added up, once they are written', async () => {
    scouting.stats.count('agent', 'webhook', { result, items });
    serving.stats.count('agent', 'webhook', { result, items });
    serving.stats.count('agent', 'webhook', { result, items });
    expect((await serving.stats.read()).get('agent')?.week.items).toBe(6);
    await scouting.stats.stop();
    await serving.stats.stop();
    const restarted = createSourceServices(house).stats;
    expect((await restarted.read()).get('agent')?.week).toEqual({
      items: 9,
      accepted: 3,
      duplicates: 3,
      review: 0,
      rejected: 3,
      errors: 0,
    });
  });

  it('Statistics cover seven days', async () => {
    house.setClock('2026-03-01T12:00:00.000Z');
    scouting.stats.count('agent', 'webhook', { result, items });
    house.setClock('2026-03-07T12:00:00.000Z');
    scouting.stats.count('agent', 'webhook', { result, items });
    expect((await scouting.stats.read()).get('agent')?.week.items).toBe(6);
    house.setClock('2026-03-08T00:00:00.000Z');
    const figures = (await scouting.stats.read()).get('agent');
    expect([figures?.week.items, figures?.lastAt]).toEqual([3, '2026-03-07T12:00:00.000Z']);
  });
});

describe('the stored description of a source', () => {
  it('The stored description of a source contains no secret of an address', async () => {
    await scouting.registry.declare('feed', {
      id: 'county',
      basis: 'public',
      address: 'https://ann:secret@c.example.com/list?key=secret#x',
      everySeconds: 60,
    });
    expect(await serving.registry.find('county')).toMatchObject({
      address: 'https://c.example.com/list?…',
      flow: 'pull',
    });
    scouting.registry.register('county', 'webhook');
    scouting.registry.register('agent', 'webhook');
    await expect.poll(() => serving.registry.find('agent')).toMatchObject({ flow: 'push' });
    expect((await serving.registry.list()).map(({ id }) => id)).toEqual(['admin-entry', 'agent', 'county', 'sell']);
    await scouting.registry.replaceAll('feed', () => Promise.resolve([]));
    expect(await serving.registry.find('county')).toBeNull();
  });
});
