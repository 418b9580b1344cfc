import type { ListingView } from '#domain/listing/contract.ts';

/** What a mail is about. Its words are found when it is sent; no password is ever in here. */
export type MailContent =
  | { kind: 'alerts'; listings: ListingView[]; total: number }
  | { kind: 'temporary-password'; issue: string }
  | { kind: 'higher-limit'; limit: number }
  | { kind: 'source-failing'; sourceId: string; problem: string };

/**
 * A mail as the outbox keeps it until it is accepted, or given up (`dead`). `id` is the same however often the same
 * facts lead to it, `position` that of the first of these; `due` is in ms since 1970.
 */
export type Mail = {
  id: string;
  state: 'waiting' | 'dead';
  userId: string;
  createdAt: string;
  position: number;
  attempts: number;
  due: number;
  /** Why the last try failed. */
  error: string | null;
  content: MailContent;
  /** Ids of the mails that went into this one. */
  merged?: string[];
};

/** Of more than these a mail tells the newest, and how many there are. */
export const maxMailListings = 50;

/** A mail in full, as it goes out; `to` is a plain address. */
export type EmailMessage = {
  messageId: string;
  date: Date;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
};

export const outboxSpace = 'outbox';
