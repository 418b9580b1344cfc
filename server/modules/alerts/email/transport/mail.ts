import type { ListingView } from '#domain/listing/contract.ts';
import { documentSpaces } from '#server/platform/documents/document-spaces.ts';

/** What a mail is about. Its text is rendered when it is sent; it never holds a password. */
export type MailContent =
  | { kind: 'alerts'; listings: ListingView[]; total: number }
  | { kind: 'temporary-password'; issue: string }
  | { kind: 'higher-limit'; limit: number }
  | { kind: 'source-failing'; sourceId: string; problem: string };

/**
 * A mail as the outbox keeps it until it is accepted or given up (`dead`). `id` is the same each time the same facts
 * cause it, `position` is that of the first of these; `due` is in ms since 1970.
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
  /** Ids of the mails that were merged into this one. */
  merged?: string[];
};

/** A mail with more listings than this shows the newest and the total number. */
export const maxMailListings = 50;

/** A complete mail as it is sent; `to` is a plain address. */
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

export const outboxSpace = documentSpaces.mailOutbox;
