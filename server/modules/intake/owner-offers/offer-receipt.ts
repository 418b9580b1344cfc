import { buildReceiptMail } from '#server/modules/alerts/index.ts';
import type { Outbox } from '#server/platform/outbox/outbox.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { Sellers } from './seller-contacts.ts';

export type ReceiptDeps = {
  sellers: Pick<Sellers, 'giveReceipt'>;
  outbox: Pick<Outbox, 'put'>;
  events: Pick<EventStore, 'head'>;
  clock: Clock;
};

/** Mails the reference of an offer to its seller, once, where an address was given. */
export async function sendReceipt({ sellers, outbox, events, clock }: ReceiptDeps, listingId: string): Promise<void> {
  await sellers.giveReceipt(listingId, async () =>
    outbox.put([buildReceiptMail(listingId, { at: clock(), position: await events.head() })]),
  );
}
