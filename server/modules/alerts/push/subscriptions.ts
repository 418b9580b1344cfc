import { createHash } from 'node:crypto';
import { mostPushSubscriptions, type PushSubscriptionBody } from '#domain/alert/push.contract.ts';
import type { Documents } from '#projections/store/port.ts';
import type { Logger } from 'pino';
import type { Clock } from '#server/lib/clock.ts';
import type { Sessions } from '#server/platform/http/session/sessions.ts';
import { inTurn } from '#server/lib/in-turn.ts';
import { type Vapid, vapidKeys } from './vapid.ts';

const space = 'push-subscriptions';

/** One browser of a user; it lasts as long as the session that it was made in. `createdAt` is ISO 8601. */
export type SubscriptionDoc = PushSubscriptionBody & {
  id: string;
  userId: string;
  sessionId: string;
  createdAt: string;
};

export type PushSubscriptions = ReturnType<typeof pushSubscriptions>;

type Parts = {
  documents: Documents;
  clock: Clock;
  sessions: Pick<Sessions, 'onEnded' | 'isAlive'>;
  log: Logger;
};

/** The keys that browsers subscribe to, and the browsers. */
export type Push = { keys: () => Promise<Vapid>; subscriptions: PushSubscriptions };

export function openPush(parts: Parts & Parameters<typeof vapidKeys>[0]): Push {
  return { keys: vapidKeys(parts), subscriptions: pushSubscriptions(parts) };
}

/** Who wants pushes, and where to; one browser belongs to the user who signed in there last. */
function pushSubscriptions({ documents, clock, sessions, log }: Parts) {
  const turn = inTurn();
  const remove = (id: string) => documents.remove(space, id);
  const of = (userId: string) => documents.findBy<SubscriptionDoc>(space, 'userId', userId);

  const endWith = async (sessionId: string) => {
    const ended = await documents.findBy<SubscriptionDoc>(space, 'sessionId', sessionId);
    await Promise.all(ended.map(({ id }) => remove(id)));
  };
  sessions.onEnded((sessionId) => {
    endWith(sessionId).catch((error: unknown) => {
      log.warn({ err: error }, 'A subscription to pushes outlives its session until the next push');
    });
  });

  return {
    of,
    remove,
    find: (id: string) => documents.get<SubscriptionDoc>(space, id),
    /** A session can end without anybody telling. */
    isAlive: ({ sessionId }: SubscriptionDoc) => sessions.isAlive(sessionId),

    /** Of more than ten the oldest go. The same browser again replaces what was known of it. */
    add: (userId: string, sessionId: string, { endpoint, keys }: PushSubscriptionBody): Promise<void> =>
      turn(userId, async () => {
        const id = idOf(endpoint);
        const others = (await of(userId)).filter((other) => other.id !== id);
        const createdAt = clock().toISOString();
        const doc: SubscriptionDoc = { id, userId, sessionId, endpoint, keys, createdAt };
        await documents.put(space, doc);
        const newestFirst = others.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
        await Promise.all(newestFirst.slice(mostPushSubscriptions - 1).map((old) => remove(old.id)));
      }),

    /** Nothing happens to somebody else's. */
    removeOwn: async (userId: string, endpoint: string): Promise<void> => {
      const known = await documents.get<SubscriptionDoc>(space, idOf(endpoint));
      if (known?.userId === userId) await remove(known.id);
    },
  };
}

function idOf(endpoint: string): string {
  return createHash('sha256').update(endpoint).digest('base64url');
}
