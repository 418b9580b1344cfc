/** The subject of a mail. */
export type MailKind = 'alerts' | 'temporary-password' | 'higher-limit' | 'source-failing';

/** Stream `letter-<letterId>`: a mail or a push that failed permanently, and what an admin did with it. */
export type DeadLetterEvent =
  | { type: 'MailResent'; data: { letterId: string; userId: string; about: MailKind } }
  | { type: 'MailDiscarded'; data: { letterId: string; userId: string; about: MailKind } }
  | { type: 'PushResent'; data: { letterId: string; userId: string } }
  | { type: 'PushDiscarded'; data: { letterId: string; userId: string } };
