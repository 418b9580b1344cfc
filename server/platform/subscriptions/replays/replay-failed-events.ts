import { Fenced } from '#projections/store/port.ts';
import { getBaseName } from '#projections/store/part-name.ts';
import type { Log } from '#server/lib/log.ts';
import { runEvery, type Schedule } from '#server/lib/scheduler.ts';
import { type FailedEvent, type FailedEvents, logSubscription } from '../failed-events.ts';
import type { LogFeed } from '../log-feed.ts';
import type { RunningSubscription } from '../subscriber.ts';
import { isTransient } from '../try-repeatedly.ts';

/** In ms: how often a process looks for replays that admins have asked for. */
const intervalMs = 1_000;

type ReplayDeps = {
  feed: Pick<LogFeed, 'list' | 'find'>;
  failedEvents: Pick<FailedEvents, 'listReplayRequests' | 'recordReplay'>;
  log: Log;
};

/** Replays the events that admins have asked for, of the subscriptions that run in this process, until `stop`. */
export function startReplays({ feed, failedEvents, log }: ReplayDeps): Schedule {
  /** What handles it again; null where its subscription does not run in this process. */
  const findHandler = ({ subscription }: FailedEvent): ((failed: FailedEvent) => Promise<unknown>) | null => {
    if (subscription === logSubscription) return feed.find;
    // A view is kept by the subscription of its own name, where it has one, or by a part of one.
    const names = subscription.split('/').toReversed();
    const isNamed = (name: string) => (one: RunningSubscription) =>
      one.name === name || (getBaseName(one.name) === name && one.handlesPart(subscription));
    return names.flatMap((name) => feed.list().find(isNamed(name)) ?? [])[0]?.replay ?? null;
  };
  const replay = async (failed: FailedEvent) => {
    const handler = findHandler(failed);
    if (handler === null) return;
    const failure = await handler(failed).then(
      () => null,
      (error: unknown) => ({ error }),
    );
    const { id } = failed;
    if (failure === null) log.info({ id }, 'Replayed an event that was set aside');
    else log.warn({ err: failure.error, id }, 'Failed to replay an event that was set aside');
    // A store that is away, or a process that stops, says nothing of the event.
    if (failure !== null && isInterruption(failure.error)) return;
    await failedEvents.recordReplay(failed, failure);
  };
  return runEvery({
    work: async () => {
      if (feed.list().length === 0) return;
      for (const failed of await failedEvents.listReplayRequests()) await replay(failed);
    },
    intervalMs,
    log,
    failureMessage: 'Failed to look for events to replay; trying again later',
  });
}

function isInterruption(error: unknown): boolean {
  return isTransient(error) || error instanceof Fenced || (error instanceof Error && error.name === 'AbortError');
}
