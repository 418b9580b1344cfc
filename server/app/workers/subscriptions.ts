import type { Logger } from 'pino';
import type { Clock } from '#server/lib/clock.ts';
import type { EventOpener } from '#server/platform/encryption/open-events.ts';
import type { Stores } from '#server/platform/storage/stores.ts';
import { leaseTasks } from '#server/platform/leader-election/lease-tasks.ts';
import { createFailedEvents } from '#server/platform/subscriptions/failed-events.ts';
import { startLogFeed } from '#server/platform/subscriptions/log-feed.ts';
import { startReplays } from '#server/platform/subscriptions/replays/replay-failed-events.ts';
import type { RunSubscriber } from '#server/platform/subscriptions/subscriber.ts';

type Reaction = {
  does: string;
  /** The lease whose holder runs it; null: every process of a role. */
  lease: keyof typeof leaseTasks | null;
  startsAt: string;
  /** The outcome for an event that failed three times. */
  failedEvent: string;
};

const ownCheckpoint = 'its checkpoint; the first time at the end of the log';
const setAside = 'It is set aside, counted, and shown under dead letters, where an admin replays it.';

/** Everything that reacts to events, by the name of its subscription. */
const reactions: Record<string, Reaction> = {
  views: {
    does: 'Keeps the read models.',
    lease: 'projector',
    startsAt: 'the checkpoints of the views',
    failedEvent:
      'Its document is marked incomplete, and the event is set aside for that view: a replay folds the document again.',
  },
  'hash-chain': {
    does: 'Hashes every stored event, so that a change of the log is found.',
    lease: 'audit',
    startsAt: 'the checkpoint of the chain',
    failedEvent: 'The chain waits for it: it hashes stored bytes, and leaves nothing out.',
  },
  history: {
    does: 'Keeps the read model by which the history is searched.',
    lease: 'audit',
    startsAt: 'the checkpoint of the view',
    failedEvent: 'It is left out of the history, and set aside for that view: a replay adds it.',
  },
  matching: {
    does: 'Matches listings with members, and writes their alerts.',
    lease: 'scout',
    startsAt: ownCheckpoint,
    failedEvent: setAside,
  },
  'stand-by members': {
    does: 'Keeps the members in memory where another process is the scout, so that this one can follow it.',
    lease: null,
    startsAt: 'the checkpoint of the matching',
    failedEvent: setAside,
  },
  mail: { does: 'Puts emails into the outbox.', lease: 'maintenance', startsAt: ownCheckpoint, failedEvent: setAside },
  push: { does: 'Puts pushes into the outbox.', lease: 'maintenance', startsAt: ownCheckpoint, failedEvent: setAside },
  pictures: {
    does: 'Puts listings that need a picture into the outbox.',
    lease: 'maintenance',
    startsAt: ownCheckpoint,
    failedEvent: setAside,
  },
  telegram: {
    does: 'Puts messages to linked chats into the outbox.',
    lease: 'maintenance',
    startsAt: ownCheckpoint,
    failedEvent: setAside,
  },
  webhook: {
    does: "Puts calls of members' webhooks into the outbox.",
    lease: 'maintenance',
    startsAt: ownCheckpoint,
    failedEvent: setAside,
  },
  latency: {
    does: 'Counts how fast alerts are delivered.',
    lease: 'monitoring',
    startsAt: ownCheckpoint,
    failedEvent: setAside,
  },
  'repost-index': {
    does: 'Keeps the fingerprints of known listings in memory, in each process that takes listings.',
    lease: null,
    startsAt: 'the checkpoint of the listings view',
    failedEvent: setAside,
  },
  'live-updates': {
    does: 'Notifies open pages, in each web process beside which another may run the projector.',
    lease: null,
    startsAt: 'the checkpoints of the views',
    failedEvent: setAside,
  },
};

type SubscriptionsDeps = {
  stores: Pick<Stores, 'events' | 'encryptedEvents' | 'documents'>;
  openEvents: EventOpener;
  clock: Clock;
  log: Logger;
  /** Called for each event that is set aside. */
  countFailedEvent?: (subscription: string) => void;
  /** Called where a subscription has ended that was not stopped, with the task of its lease, or its name without one. */
  onTaskEnded?: (task: string, error: unknown) => void;
};

export type Subscriptions = ReturnType<typeof startSubscriptions>;

/** Starts the feed of this process: the only place where subscribers are handed to it. */
export function startSubscriptions(deps: SubscriptionsDeps) {
  const { stores, openEvents: decrypt, clock, log, countFailedEvent: count, onTaskEnded } = deps;
  const { events, encryptedEvents, documents } = stores;
  const failedEvents = createFailedEvents({ documents, clock, log, ...(count && { count }) });
  const onEnded = (subscription: string, error: unknown) => {
    const lease = reactions[subscription]?.lease ?? null;
    onTaskEnded?.(lease === null ? subscription : leaseTasks[lease], error);
  };
  const feed = startLogFeed({ events, encryptedEvents, decrypt, setAside: failedEvents.add, onEnded, log });
  /** Throws for a subscriber that is not listed. */
  const run: RunSubscriber = (subscriber) => {
    if (!Object.hasOwn(reactions, subscriber.name)) throw new Error(`${subscriber.name} is not a listed reaction`);
    return feed.run(subscriber);
  };
  const replays = startReplays({ feed, failedEvents, log });
  const stop = async () => {
    await Promise.all([replays.stop(), feed.stop()]);
  };
  return { ...feed, run, failedEvents, stop };
}
