/** What a mail was about. */
export type MailKind = 'alerts' | 'temporary-password' | 'higher-limit' | 'source-failing';

/** Stream `letter-<letterId>`: a mail or a push that failed for good, and what an admin did with it then. */
export type DeadLetterEvent =
  | { type: 'MailResent'; data: { letterId: string; userId: string; about: MailKind } }
  | { type: 'MailDiscarded'; data: { letterId: string; userId: string; about: MailKind } }
  | { type: 'PushResent'; data: { letterId: string; userId: string } }
  | { type: 'PushDiscarded'; data: { letterId: string; userId: string } };
