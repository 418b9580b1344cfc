/** The subject of a mail. */
export type MailKind = 'alerts' | 'temporary-password' | 'higher-limit' | 'source-failing';

/** The user it was to reach: sealed, as the id of the letter may name an alert. `token` as in an alert. */
type Receiver = { userId: string; token?: string };

/** Stream `letter-<letterId>`: a mail or a push that failed permanently, and what an admin did with it. */
export type DeadLetterEvent =
  | { type: 'MailResent'; data: { letterId: string; members: Receiver[]; about: MailKind } }
  | { type: 'MailDiscarded'; data: { letterId: string; members: Receiver[]; about: MailKind } }
  | { type: 'PushResent'; data: { letterId: string; members: Receiver[] } }
  | { type: 'PushDiscarded'; data: { letterId: string; members: Receiver[] } };
