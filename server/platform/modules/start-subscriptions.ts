import type { Logger } from 'pino';
import { getBaseName } from '#projections/store/part-name.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { EventOpener } from '#server/platform/encryption/open-events.ts';
import type { LogStores } from '#server/platform/storage/stores.ts';
import { leaseTasks } from '#server/platform/leader-election/lease-tasks.ts';
import { createFailedEvents } from '#server/platform/subscriptions/failed-events.ts';
import { startLogFeed } from '#server/platform/subscriptions/log-feed.ts';
import { startReplays } from '#server/platform/subscriptions/replays/replay-failed-events.ts';
import type { RunSubscriber } from '#server/platform/subscriptions/subscriber.ts';
import type { Reaction } from '#server/platform/modules/module.ts';

type SubscriptionsDeps = {
  stores: LogStores;
  openEvents: EventOpener;
  clock: Clock;
  log: Logger;
  /** By name: a subscriber that is not among them is refused. Absent: all are accepted. */
  reactions?: Readonly<Record<string, Reaction>>;
  /** Called for each event that is set aside. */
  countFailedEvent?: (subscription: string) => void;
  /** Called where a subscription has ended that was not stopped, with the task of its lease, or its name without one. */
  onTaskEnded?: (task: string, error: unknown) => void;
};

export type Subscriptions = ReturnType<typeof startSubscriptions>;

/** Starts the feed of this process: the only place where subscribers are handed to it. */
export function startSubscriptions(deps: SubscriptionsDeps) {
  const { stores, openEvents: decrypt, clock, log, reactions, countFailedEvent: count, onTaskEnded } = deps;
  const { events, encryptedEvents, documents } = stores;
  const failedEvents = createFailedEvents({ documents, clock, log, ...(count && { count }) });
  const onEnded = (subscription: string, error: unknown) => {
    const lease = reactions?.[getBaseName(subscription)]?.lease ?? null;
    const part = subscription.slice(getBaseName(subscription).length);
    onTaskEnded?.(lease === null ? subscription : `${leaseTasks[lease]}${part}`, error);
  };
  const feed = startLogFeed({ events, encryptedEvents, decrypt, setAside: failedEvents.add, onEnded, log });
  /** Throws for a subscriber that is not listed. */
  const run: RunSubscriber = (subscriber) => {
    if (reactions && !Object.hasOwn(reactions, getBaseName(subscriber.name)))
      throw new Error(`${subscriber.name} is not a listed reaction`);
    return feed.run(subscriber);
  };
  const replays = startReplays({ feed, failedEvents, log });
  const stop = async () => {
    await Promise.all([replays.stop(), feed.stop()]);
  };
  return { ...feed, run, failedEvents, stop };
}
