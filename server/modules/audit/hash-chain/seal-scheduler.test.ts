import { afterEach, beforeEach, expect, it } from 'vitest';
import { sealStream } from '#domain/event-catalog/streams.ts';
import { createCommandHandler } from '#server/platform/commands/command-handler.ts';
import { createStoredChain } from './chain-blocks.ts';
import { isSealOverdue, sealIfDue } from './seal-scheduler.ts';
import { createChainedLog } from '../testing/chained-log.ts';

let log: Awaited<ReturnType<typeof createChainedLog>>;
let now: Date;
beforeEach(async () => {
  log = await createChainedLog();
});
afterEach(() => log.end());

/** The test's events are of 2026-01-01; the seals use the clock. */
const at = (time: string) => {
  now = new Date(time);
};
const look = () =>
  sealIfDue({
    events: log.events,
    chain: createStoredChain(log.views),
    end: log.chainEnd,
    key: log.key,
    handle: createCommandHandler(log.events, () => now),
    clock: () => now,
  });
const seals = async () => (await log.events.read(sealStream)).events;

it('Nothing is sealed on the day on which the log began', async () => {
  await log.fill(3);
  await log.keep();
  at('2026-01-01T23:59:59.000Z');
  expect(await look()).toBe(false);
});

it('When the day has ended, the whole log is sealed once', async () => {
  await log.fill(3);
  await log.keep();
  at('2026-01-02T00:00:01.000Z');
  expect(await look()).toBe(true);
  expect(await look()).toBe(false);
  await log.keep();
  at('2026-01-02T20:00:00.000Z');
  expect(await look()).toBe(false);
  expect(await seals()).toMatchObject([
    { type: 'LogSealed', data: { ordinal: 3, position: 3, treeSize: 3, at: '2026-01-02T00:00:01.000Z' } },
  ]);
  const { difference, seals: judged } = await log.verify();
  expect([difference, judged.map(({ state }) => state)]).toEqual([null, ['good']]);
});

it('Sealing waits until the chain covers the whole log', async () => {
  await log.fill(3);
  await log.keep();
  await log.fill(1);
  at('2026-01-02T00:00:01.000Z');
  expect(await look()).toBe(false);
  await log.keep();
  expect(await look()).toBe(true);
});

it('Nothing more is sealed for days while the last seal is the only new event', async () => {
  await log.fill(3);
  await log.keep();
  at('2026-01-02T00:00:01.000Z');
  await look();
  await log.keep();
  for (const day of ['03', '04', '09']) {
    at(`2026-01-${day}T00:00:01.000Z`);
    expect(await look()).toBe(false);
  }
  log.setTime(Date.UTC(2026, 0, 9, 5));
  await log.fill(1);
  await log.keep();
  at('2026-01-09T06:00:00.000Z');
  expect(await look()).toBe(false);
  at('2026-01-20T06:00:00.000Z');
  expect(await look()).toBe(true);
  await log.keep();
  expect(await look()).toBe(false);
  expect((await seals()).map(({ data }) => (data as { ordinal: number }).ordinal)).toEqual([3, 5]);
});

it('The log is sealed although its oldest unsealed event is dated years ahead', async () => {
  log.setTime(Date.UTC(2031, 0, 1));
  await log.fill(1);
  log.setTime(Date.UTC(2026, 0, 1, 12));
  await log.fill(2);
  await log.keep();
  at('2026-01-02T00:00:01.000Z');
  expect(await look()).toBe(true);
  const { difference, seals: judged } = await log.verify();
  expect([difference, judged.map(({ state }) => state)]).toEqual([null, ['good']]);
});

it('A seal is overdue where an event has waited for 48 hours, whatever holds the seal up', async () => {
  const isOverdue = () => isSealOverdue({ events: log.events, chain: createStoredChain(log.views), clock: () => now });
  await log.fill(3);
  at('2026-01-02T23:00:00.000Z');
  expect(await isOverdue()).toBe(false);
  at('2026-01-03T00:00:01.000Z');
  expect(await isOverdue()).toBe(true);
  await log.keep();
  await look();
  await log.keep();
  expect(await isOverdue()).toBe(false);
});

it('The log is sealed once where several processes check at the same moment', async () => {
  await log.fill(3);
  await log.keep();
  at('2026-01-02T00:00:01.000Z');
  await Promise.all([look(), look(), look()]);
  expect(await seals()).toHaveLength(1);
});
