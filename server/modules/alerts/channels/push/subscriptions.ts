import { hash } from 'node:crypto';
import { maxPushSubscriptions, type PushSubscriptionBody } from '#domain/alert/push.contract.ts';
import { listAll } from '#projections/store/list-all.ts';
import type { Sessions } from '#server/platform/http/session/sessions.ts';
import { createKeyedMutex } from '#server/lib/keyed-mutex.ts';
import type { DocumentDeps } from '#server/platform/modules/platform.ts';
import { type VapidKeys, createVapidKeyLoader } from './vapid-keys.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { updateDocument } from '#projections/store/update-document.ts';

const subscriptionSpace = documentSpaces.pushSubscriptions;

/** One browser of a user; it lasts as long as the session in which it subscribed. `createdAt` is ISO 8601. */
export type SubscriptionDoc = PushSubscriptionBody & {
  id: string;
  userId: string;
  sessionKey: string;
  createdAt: string;
};

export type PushSubscriptions = ReturnType<typeof createPushSubscriptions>;

type PushSubscriptionsDeps = DocumentDeps & {
  sessions: Pick<Sessions, 'onEnded' | 'isAlive'>;
};

/** The keys that browsers subscribe to, and the browsers. */
export type Push = { keys: () => Promise<VapidKeys>; subscriptions: PushSubscriptions };

export function createPush(deps: PushSubscriptionsDeps & Parameters<typeof createVapidKeyLoader>[0]): Push {
  return { keys: createVapidKeyLoader(deps), subscriptions: createPushSubscriptions(deps) };
}

/** The subscribed browsers; a browser belongs to the user who signed in there last. */
function createPushSubscriptions({ documents, clock, sessions, log }: PushSubscriptionsDeps) {
  const withLock = createKeyedMutex();
  const remove = (id: string) => documents.remove(subscriptionSpace, id);
  /** A browser that has subscribed again in between, in another session or for another user, stays. */
  const removeIf = (id: string, isMeant: (stored: SubscriptionDoc) => boolean) =>
    updateDocument(documents, { space: subscriptionSpace, id }, (stored: SubscriptionDoc | null) =>
      stored !== null && isMeant(stored) ? null : stored,
    );
  const listByUser = (userId: string) => listAll<SubscriptionDoc>(documents, subscriptionSpace, { userId });

  /** At most ten each. */
  const listByUsers = async (userIds: string[]): Promise<SubscriptionDoc[]> => {
    const query = { where: { userId: { in: userIds } }, limit: userIds.length * maxPushSubscriptions };
    return userIds.length === 0 ? [] : (await documents.list<SubscriptionDoc>(subscriptionSpace, query)).docs;
  };

  const removeBySession = async (sessionKey: string) => {
    const ended = await listAll<SubscriptionDoc>(documents, subscriptionSpace, { sessionKey });
    await Promise.all(ended.map(({ id }) => removeIf(id, (stored) => stored.sessionKey === sessionKey)));
  };
  sessions.onEnded((sessionKey) => {
    removeBySession(sessionKey).catch((error: unknown) => {
      log.warn({ err: error }, 'Failed to delete the push subscriptions of an ended session');
    });
  });

  return {
    listByUser,
    listByUsers,
    remove,
    find: (id: string) => documents.get<SubscriptionDoc>(subscriptionSpace, id),
    /** A session can end without a call to this. */
    isAlive: ({ sessionKey }: SubscriptionDoc) => sessions.isAlive(sessionKey),

    /** Of more than ten the oldest are removed. The same browser again replaces its former record. */
    add: (userId: string, sessionKey: string, { endpoint, keys }: PushSubscriptionBody): Promise<void> =>
      withLock(userId, async () => {
        const id = toSubscriptionId(endpoint);
        const createdAt = clock().toISOString();
        const doc: SubscriptionDoc = { id, userId, sessionKey, endpoint, keys, createdAt };
        await documents.put(subscriptionSpace, doc);
        // Listed after it was stored, so that of two processes that add one at once the later sees both.
        const others = (await listByUser(userId)).filter((other) => other.id !== id);
        const newestFirst = others.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
        await Promise.all(newestFirst.slice(maxPushSubscriptions - 1).map((old) => remove(old.id)));
      }),

    /** Does nothing for a browser of another user. */
    removeOwn: async (userId: string, endpoint: string): Promise<void> => {
      await removeIf(toSubscriptionId(endpoint), (stored) => stored.userId === userId);
    },
  };
}

function toSubscriptionId(endpoint: string): string {
  return hash('sha256', endpoint, 'base64url');
}
