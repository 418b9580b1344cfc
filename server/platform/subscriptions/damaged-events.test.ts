import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { startPosition } from '#domain/shared/decider.ts';
import { openTemporaryDocuments } from '#projections/store/testing/temporary-documents.ts';
import { openTemporaryLog } from '#server/platform/event-store/testing/temporary-log.ts';
import { systemClock } from '#server/lib/clock.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { createDamageReports } from './damage-reports.ts';
import {
  createFailedEvents,
  describeDamagedLog,
  type FailedEventInput,
  listFailedEvents,
  requestReplay,
  waitForReplay,
} from './failed-events.ts';
import { startReplays } from './replays/replay-failed-events.ts';
import { appendEvents, createRecorder, startTestFeed } from './testing/feed-fixture.ts';

const silent = () => undefined;
const log = { info: silent, warn: silent, error: silent, fatal: silent };
const metadata = { actor: 'system', commandId: 'c', correlationId: 'c', at: '2026-01-01T00:00:00.000Z' };

/** A log of two events and a damaged one between them. */
async function openDamagedLog() {
  const events = openTemporaryLog();
  const documents = openTemporaryDocuments();
  const [first = ''] = await appendEvents(events, 1);
  const damaged = randomUUID();
  await events.append('s-damaged', [{ id: damaged, type: 'Counted', data: null }], -1, metadata);
  const [last = ''] = await appendEvents(events, 1);
  return { events, documents, ids: [first, damaged, last] as const };
}

it('A subscription sets an event aside whose data are damaged, in its place, and handles the others', async () => {
  const { events, ids } = await openDamagedLog();
  const steps: string[] = [];
  const aside: FailedEventInput[] = [];
  const setAside = (failed: FailedEventInput) => Promise.resolve(void aside.push(failed));
  const { subscriber } = createRecorder({
    handles: ['Counted'],
    handle: (batch) => Promise.resolve(void steps.push(...batch.map(({ id }) => id))),
    skip: ({ id }) => void steps.push(`skipped ${id}`),
  });
  const feed = startTestFeed(events, { setAside });
  await feed.run(subscriber).ready;
  await feed.stop();
  expect(steps).toEqual([ids[0], `skipped ${ids[1]}`, ids[2]]);
  expect(aside.map(({ error }) => String(error))).toEqual([
    expect.stringMatching(/event 2 \(Counted\) in the stream s-damaged: .+ Restore the log from a backup/) as string,
  ]);
});

it('A subscription to all types and one that must leave nothing out get damaged events as well', async () => {
  const { events, ids } = await openDamagedLog();
  for (const options of [{}, { handles: ['Counted'], onFailedEvent: 'stop' as const }]) {
    const recorder = createRecorder(options);
    const feed = startTestFeed(events);
    await feed.run(recorder.subscriber).ready;
    await feed.stop();
    expect(recorder.ids).toEqual(ids);
  }
});

it('A damaged event is reported once for each cause, until a replay finds it whole', async () => {
  const { events, documents } = await openDamagedLog();
  const failedEvents = createFailedEvents({ documents, clock: systemClock, log });
  const reports = createDamageReports({ failedEvents, log });
  const stored = await events.readAll(startPosition, 10);
  const sameCause = stored.map((event): StoredEvent => {
    return { ...event, damage: { part: 'texts', problem: 'The key is lost.', cause: 'ann' } };
  });
  const read = await reports.observe(stored);
  expect(read.map(({ data }) => data)).toEqual([{}, {}, {}]);
  await reports.observe(stored);
  await reports.observe(sameCause);
  await expect.poll(async () => (await listFailedEvents(documents)).length).toBe(2);
  const listed = await listFailedEvents(documents);
  expect(listed.map(({ position, subscription }) => [position, subscription])).toEqual([
    [2, 'log'],
    [1, 'log'],
  ]);
  expect(await describeDamagedLog(documents)).toMatch(
    /^2 events, the first of them event 1 \(Counted\), cannot be read/,
  );

  const feed = startTestFeed(events);
  const replays = startReplays({ feed, failedEvents, log });
  await feed.run(createRecorder().subscriber).ready;
  const replay = async (id: string) => {
    await requestReplay({ documents, clock: systemClock }, id);
    return waitForReplay(documents, id);
  };
  expect(await replay('log:1')).toBeNull();
  expect(await replay('log:2')).toMatchObject({ error: expect.stringContaining('not a JSON object') as string });
  await replays.stop();
  await feed.stop();
});
