import type { MailKind } from '#domain/dead-letter/events.ts';
import type { UserDoc } from '#projections/users.ts';
import type { OutboxItem } from '#server/platform/outbox/item.ts';

/** The alert number `n` of a listing. */
export type AlertRef = { listingId: string; n: number };

/** What is particular to the dead letters of one channel. */
export type DeadLetterChannel<C = unknown> = {
  // Methods, not properties: so that channels of different contents are of one type.
  describeSubject(content: C): string;
  /** Whether it tells the member of this alert. */
  isAbout(content: C, alert: AlertRef): boolean;
  /** What the log says it is about; null for a push. */
  findKind(content: C): MailKind | null;
  /** Why it must not be sent again, as a sentence; null where it may be. */
  whyNotResend(item: OutboxItem<C>, user: UserDoc): Promise<string | null>;
  /** Removes what would keep it from being sent. */
  prepareResend(item: OutboxItem<C>, user: UserDoc): Promise<void>;
};

export function whyNotMember({ membershipStatus }: UserDoc): string | null {
  return membershipStatus === 'active' ? null : 'This membership is no longer active';
}
