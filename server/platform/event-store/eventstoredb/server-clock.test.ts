import { randomUUID } from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import { selectClock } from '#server/platform/modules/platform.ts';
import { patientTimeouts } from '../testing/eventstoredb-fixture.ts';
import { createEvent, metadata } from '../testing/suite-fixtures.ts';
import { startFakeEventStoreDb } from '../testing/fake-eventstoredb-server/server.ts';
import { noStream } from '../port.ts';
import { openEventStoreDb } from './eventstoredb.ts';

afterEach(() => vi.restoreAllMocks());

const trueNow = Date.now.bind(Date);

it.each([
  ['ahead of', 300_000],
  ['behind', -300_000],
])(
  'A process whose clock is five minutes %s that of EventStoreDB raises an alarm and goes by the server',
  async (_how, ms) => {
    const double = await startFakeEventStoreDb();
    const errors: object[] = [];
    const log = { info: () => undefined, warn: () => undefined, error: (fields: object) => void errors.push(fields) };
    const store = openEventStoreDb(double.url, { log, timeouts: patientTimeouts });
    try {
      vi.spyOn(Date, 'now').mockImplementation(() => trueNow() + ms);
      const clock = selectClock({ clockFile: null }, store);
      expect(clock().getTime() - trueNow()).toBeCloseTo(ms, -5);
      await store.append(`thing-${randomUUID()}`, [createEvent('Opened')], noStream, metadata);
      await expect.poll(() => Math.abs(clock().getTime() - trueNow())).toBeLessThan(60_000);
      expect(errors).toEqual([{ seconds: expect.closeTo(-ms / 1000, -2) as number }]);
    } finally {
      await store.close();
      await double.close();
    }
  },
);

it('A process whose clock agrees with that of EventStoreDB keeps its own, also where an append is repeated later', async () => {
  const double = await startFakeEventStoreDb();
  const events = [createEvent('Opened')];
  const stream = `thing-${randomUUID()}`;
  const first = openEventStoreDb(double.url, { timeouts: patientTimeouts });
  await first.append(stream, events, noStream, metadata);
  await first.close();
  const errors: object[] = [];
  const log = { info: () => undefined, warn: () => undefined, error: (fields: object) => void errors.push(fields) };
  const store = openEventStoreDb(double.url, { log, timeouts: patientTimeouts });
  try {
    vi.spyOn(Date, 'now').mockImplementation(() => trueNow() + 300_000);
    await store.append(stream, events, noStream, { ...metadata, at: '2026-03-01T10:25:30.456Z' });
    expect(await store.read(stream)).toMatchObject({ revision: 0 });
    expect([errors, store.clockOffsetMs?.()]).toEqual([[], 0]);
  } finally {
    await store.close();
    await double.close();
  }
});
