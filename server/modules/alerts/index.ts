export { countDeadLetters, deadLetterId } from './dead-letters/dead-letters.ts';
export { isBouncing } from './email/bounces.ts';
export { type Mail, outboxSpace } from './email/transport/mail.ts';
export { countPendingDigests } from './matching/digests.ts';
export { type PushJob, pushSpace, countWaitingPushes } from './push/push-sender.ts';
export type { Push, PushSubscriptions } from './push/subscriptions.ts';
export { isImmediate } from './streams/alert-streams.ts';
