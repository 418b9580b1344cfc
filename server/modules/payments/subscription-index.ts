import type { PaidSubscription } from '#domain/subscription/decider.ts';
import { listAll } from '#projections/store/list-all.ts';
import type { Doc, Documents } from '#projections/store/port.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { updateDocument } from '#projections/store/update-document.ts';
import type { Payment } from './stripe-events.ts';

const space = documentSpaces.paymentSubscriptions;

/** `id` is the subscription's at the provider; `revision` is that of its stream which the document shows. */
type SubscriptionDoc = Doc & Omit<PaidSubscription, 'at'> & { customerId: string | null; revision: number };

/** The subscriptions by their ids at the provider, their customers and their users: reports name any of these. */
export function createSubscriptionIndex(documents: Documents) {
  const exists = async (id: string) => (await documents.get(space, id)) !== null;
  return {
    /** A checkout without a subscription is stored under its customer, where later reports of that customer find it. */
    findId: async ({ subscriptionId, customerId, sessionId, userId }: Payment): Promise<string | null> => {
      if (subscriptionId === null) return customerId ?? sessionId ?? userId;
      if (customerId === null || (await exists(subscriptionId))) return subscriptionId;
      return (await exists(customerId)) ? customerId : subscriptionId;
    },

    /** The user of a report that names only the customer. */
    findUserOfCustomer: async (customerId: string | null): Promise<string | null> => {
      if (customerId === null) return null;
      const subscriptions = await listAll<SubscriptionDoc>(documents, space, { customerId });
      return subscriptions.find(({ userId }) => userId !== null)?.userId ?? null;
    },

    /** Whether another subscription of the user is paid. */
    hasOtherPaid: async (id: string, userId: string): Promise<boolean> => {
      const all = await listAll<SubscriptionDoc>(documents, space, { userId });
      return all.some((other) => other.id !== id && other.standing === 'paid');
    },

    /** Stores a state unless a later one is stored already. */
    put: async (id: string, { userId, standing }: PaidSubscription, revision: number, customer: string | null) => {
      await updateDocument(documents, { space, id }, (storedSubscription: SubscriptionDoc | null): SubscriptionDoc => {
        const customerId = storedSubscription?.customerId ?? customer;
        const isLater = storedSubscription !== null && storedSubscription.revision > revision;
        return isLater ? { ...storedSubscription, customerId } : { id, userId, customerId, standing, revision };
      });
    },
  };
}
