import type { UserDoc } from '#projections/users.ts';
import { isFullAdmin } from '#domain/user/permissions.ts';
import type { TemporaryPasswords } from '#server/modules/users/index.ts';
import type { Mail } from '../email/transport/mail.ts';
import type { PushJob } from '../push/push-sender.ts';
import type { PushSubscriptions } from '../push/subscriptions.ts';
import type { DeadLetter } from './dead-letters.ts';

export type ResendPolicyDeps = {
  temporaryPasswords: Pick<TemporaryPasswords, 'findActive'>;
  push: { subscriptions: Pick<PushSubscriptions, 'find' | 'isAlive'> };
};

/** Why a dead letter must not be sent again, as a sentence; null where it may be. */
export async function whyNotResend(
  letter: DeadLetter,
  user: UserDoc | null,
  deps: ResendPolicyDeps,
): Promise<string | null> {
  if (user === null) return 'This user was deleted since';
  return letter.channel === 'mail'
    ? whyNotResendMail(letter.doc, user, deps)
    : whyNotResendPush(letter.doc, user, deps);
}

async function whyNotResendMail(
  { content }: Mail,
  user: UserDoc,
  { temporaryPasswords }: ResendPolicyDeps,
): Promise<string | null> {
  switch (content.kind) {
    case 'alerts':
      return user.alertMails ? whyNotMember(user) : 'This member wants no alert mails any more';
    case 'temporary-password': {
      const stands = (await temporaryPasswords.findActive(user.id))?.id === content.issue;
      return stands ? null : 'This temporary password does not stand any longer';
    }
    case 'source-failing':
      return isFullAdmin(user.role) ? null : 'This user is no full admin any more';
    case 'higher-limit':
      return null;
  }
}

async function whyNotResendPush(
  { subscriptionId }: PushJob,
  user: UserDoc,
  { push }: ResendPolicyDeps,
): Promise<string | null> {
  const to = await push.subscriptions.find(subscriptionId);
  const isSubscribed = to?.userId === user.id && (await push.subscriptions.isAlive(to));
  return isSubscribed ? whyNotMember(user) : 'This browser wants no notifications any more';
}

function whyNotMember({ membershipStatus }: UserDoc): string | null {
  return membershipStatus === 'active' ? null : 'This membership is not active any more';
}
