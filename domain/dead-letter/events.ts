/** The subject of a mail. */
export type MailKind =
  | 'alerts'
  | 'weekly-summary'
  | 'temporary-password'
  | 'higher-limit'
  | 'email-changed'
  | 'new-browser'
  | 'source-failing';

/** The user it was to reach: sealed, as the id of the letter may name an alert. `token` as in an alert. */
type Receiver = { userId: string; token?: string };

/** `channel` is that of the outbox, such as `mail`; `about` is null where a channel has one kind of message only. */
type MessageData = { letterId: string; channel: string; members: Receiver[]; about: MailKind | null };

/** Stream `letter-<letterId>`: a message that failed permanently, and what an admin did with it. */
export type DeadLetterEvent =
  | { type: 'MessageResent'; data: MessageData }
  | { type: 'MessageDiscarded'; data: MessageData };
