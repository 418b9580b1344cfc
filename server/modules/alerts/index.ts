export { countDeadLetters, toDeadLetterId } from './dead-letters/dead-letters.ts';
export { buildMailId } from './email/build-emails.ts';
export { isBouncing } from './email/bounces.ts';
export { type Mail, mailChannel, type NewMail, urgentDue } from './email/transport/mail.ts';
export { countPendingDigests } from './matching/digests.ts';
export { pushChannel } from './push/push-adapter.ts';
export { buildPushId } from './push/push-channel.ts';
export type { Push, PushSubscriptions } from './push/subscriptions.ts';
export { isImmediate } from './streams/alert-streams.ts';
