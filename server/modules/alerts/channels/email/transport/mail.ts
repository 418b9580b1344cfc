import type { LinkedChannel } from '#domain/alert/channels.contract.ts';
import type { ListingView } from '#domain/listing/contract.ts';
import type { NewOutboxItem, OutboxItem } from '#server/platform/outbox/item.ts';

/** What a mail is about. Its text is rendered when it is sent; it never holds a password. */
export type MailContent =
  | { kind: 'alerts'; listings: ListingView[]; total: number; isDaily: boolean }
  /** `week` is the Monday on which it ended. */
  | { kind: 'weekly-summary'; week: string }
  | { kind: 'temporary-password'; issue: string }
  | { kind: 'higher-limit'; limit: number }
  | { kind: 'email-changed'; change: string }
  /** `event` is that of the browser. */
  | { kind: 'new-browser'; event: string }
  | { kind: 'offer-receipt'; listingId: string }
  | { kind: 'source-failing'; sourceId: string; problem: string }
  | { kind: 'test-alert' }
  | { kind: 'channel-problem'; channel: LinkedChannel; problem: string };

/**
 * A mail as the outbox keeps it until it is accepted or failed permanently. `id` is the same each time the same facts
 * cause it, and is what its Message-ID is made of.
 */
export type Mail = OutboxItem<MailContent>;
export type NewMail = NewOutboxItem<MailContent>;

export const mailChannel = 'mail';
/** Mails that no others delay: they are sent before all that became due since. */
export const urgentDue = 0;

/** A mail with more listings than this shows the newest and the total number. */
export const maxMailListings = 50;

/** Shown in the mail where its HTML names `cid:` and this id. */
export type MailPicture = { cid: string; filename: string; contentType: string; content: Buffer };

/** A complete mail as it is sent; `to` is a plain address. */
export type EmailMessage = {
  messageId: string;
  date: Date;
  from: string;
  to: string;
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  attachments: MailPicture[];
  headers: Record<string, string>;
};
