import type { Position } from '#domain/shared/decider.ts';
import { mailChannel, type NewMail, urgentDue } from './transport/mail.ts';

/** For the seller of an offer, who has no account. The address stays with the sealed contact. */
export function buildReceiptMail(listingId: string, { at, position }: { at: Date; position: Position }): NewMail {
  return {
    id: `offer-receipt/${listingId}`,
    channel: mailChannel,
    userId: '',
    createdAt: at.toISOString(),
    position,
    due: urgentDue,
    content: { kind: 'offer-receipt', listingId },
  };
}
