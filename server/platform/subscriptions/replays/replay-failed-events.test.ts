import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startPosition } from '#domain/shared/decider.ts';
import { type ListedDocuments, StoreUnavailable } from '#projections/store/port.ts';
import { openTemporaryDocuments } from '#projections/store/testing/temporary-documents.ts';
import { openTemporaryLog } from '#server/platform/event-store/testing/temporary-log.ts';
import { systemClock } from '#server/lib/clock.ts';
import type { Schedule } from '#server/lib/scheduler.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { createFailedEvents, listFailedEvents, requestReplay, waitForReplay } from '../failed-events.ts';
import type { LogFeed } from '../log-feed.ts';
import { startReplays } from './replay-failed-events.ts';
import { appendEvents, createRecorder, startTestFeed } from '../testing/feed-fixture.ts';
import type { Subscriber } from '../subscriber.ts';

const silent = () => undefined;
const log = { info: silent, warn: silent, error: silent, fatal: silent };

describe('a replay of an event that was set aside', () => {
  let documents: ListedDocuments;
  let events: EventStore;
  let feed: LogFeed;
  let replays: Schedule;
  beforeEach(() => {
    documents = openTemporaryDocuments();
    events = openTemporaryLog();
    const failedEvents = createFailedEvents({ documents, clock: systemClock, log });
    feed = startTestFeed(events, { setAside: failedEvents.add });
    replays = startReplays({ feed, failedEvents, log });
  });
  afterEach(async () => {
    await replays.stop();
    await feed.stop();
  });

  /** A subscriber that cannot handle the second of three events until `fault` is null; the id of its failed event. */
  const startWithFault = async (changes: Partial<Subscriber> = {}) => {
    const [first = ''] = await appendEvents(events, 1);
    const [poison = ''] = await appendEvents(events, 1, 'Poison');
    const [last = ''] = await appendEvents(events, 1);
    const recorder = createRecorder();
    const { handle } = recorder.subscriber;
    const fixture = { ...recorder, fault: new Error('odd') as Error | null, order: [first, last, poison] };
    const failing: Subscriber = {
      ...recorder.subscriber,
      handle: async (...given) => {
        if (fixture.fault !== null && given[0].some(({ type }) => type === 'Poison')) throw fixture.fault;
        await handle(...given);
      },
      ...changes,
    };
    await feed.run(failing).ready;
    const [failed] = await listFailedEvents(documents);
    return { fixture, id: failed?.id ?? '' };
  };
  const replay = async (id: string) => {
    expect(await requestReplay({ documents, clock: systemClock }, id)).toBe(true);
    return waitForReplay(documents, id, Number.POSITIVE_INFINITY);
  };

  it('A replay hands the event to its subscriber once more, and removes it when that has succeeded', async () => {
    const { fixture, id } = await startWithFault();
    fixture.fault = null;
    expect(await replay(id)).toBeNull();
    expect(fixture.ids).toEqual(fixture.order);
    expect(await listFailedEvents(documents)).toEqual([]);
    expect(await requestReplay({ documents, clock: systemClock }, id)).toBe(false);
  });

  it('A replay that fails keeps the event with its new error, and can be asked for again', async () => {
    const { fixture, id } = await startWithFault();
    fixture.fault = new Error('still odd');
    expect(await replay(id)).toMatchObject({ error: 'still odd', type: 'Poison' });
    expect(await replay(id)).not.toHaveProperty('replayRequestedAt');
    fixture.fault = null;
    expect(await replay(id)).toBeNull();
  });

  it('A replay that meets an unavailable store takes place when the store is back', async () => {
    const { fixture, id } = await startWithFault();
    fixture.fault = new StoreUnavailable('away');
    await requestReplay({ documents, clock: systemClock }, id);
    const tried = Promise.withResolvers<undefined>();
    const running = feed.list()[0];
    if (running === undefined) throw new Error('Nothing runs');
    const { replay: replayNow } = running;
    running.replay = (failed) => replayNow(failed).finally(() => tried.resolve(undefined));
    await tried.promise;
    expect(await listFailedEvents(documents)).toMatchObject([{ id, error: 'odd' }]);
    fixture.fault = null;
    expect(await waitForReplay(documents, id, Number.POSITIVE_INFINITY)).toBeNull();
    expect(fixture.ids).toEqual(fixture.order);
  });

  it('A replay waits for the process that runs the subscription', async () => {
    const { fixture, id } = await startWithFault();
    await feed.list()[0]?.stop();
    await requestReplay({ documents, clock: systemClock }, id);
    fixture.fault = null;
    expect(await listFailedEvents(documents)).toMatchObject([{ id, replayRequestedAt: expect.any(String) as string }]);
    feed.run(fixture.subscriber);
    expect(await waitForReplay(documents, id, Number.POSITIVE_INFINITY)).toBeNull();
    expect(fixture.ids).toEqual(fixture.order);
  });

  it('A replay is done by the subscriber in its own way where it has one, under the name of the part that failed', async () => {
    const seen: [id: string, subscription: string][] = [];
    const { fixture, id } = await startWithFault({
      replay: ({ id: eventId }, { subscription }) => Promise.resolve(void seen.push([eventId, subscription])),
    });
    expect(await replay(id)).toBeNull();
    const event = (await events.readAll(startPosition, 10)).find(({ type }) => type === 'Poison');
    if (event === undefined) throw new Error('There is no event');
    await feed.list()[0]?.setAside('part', { event, error: new Error('odd') });
    const [ofPart] = await listFailedEvents(documents);
    expect(await replay(ofPart?.id ?? '')).toBeNull();
    expect(seen).toEqual([
      [fixture.order[2], 'recorder'],
      [fixture.order[2], 'recorder/part'],
    ]);
  });
});
