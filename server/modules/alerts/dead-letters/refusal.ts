import type { UserDoc } from '#projections/users.ts';
import { isFullAdmin } from '#domain/user/permissions.ts';
import type { TemporaryPasswords } from '#server/modules/users/index.ts';
import type { Mail } from '../email/transport/mail.ts';
import type { PushJob } from '../push/outbox.ts';
import type { PushSubscriptions } from '../push/subscriptions.ts';
import type { Letter } from './letters.ts';

export type RefusalDeps = {
  temporaryPasswords: Pick<TemporaryPasswords, 'standing'>;
  push: { subscriptions: Pick<PushSubscriptions, 'find' | 'isAlive'> };
};

/** Why a dead letter must not be sent any more, as a sentence; null where it may be. */
export async function refusalOf(letter: Letter, user: UserDoc | null, deps: RefusalDeps): Promise<string | null> {
  if (user === null) return 'This user was deleted since';
  return letter.channel === 'mail' ? ofMail(letter.doc, user, deps) : ofPush(letter.doc, user, deps);
}

async function ofMail({ content }: Mail, user: UserDoc, { temporaryPasswords }: RefusalDeps): Promise<string | null> {
  switch (content.kind) {
    case 'alerts':
      return user.alertMails ? unlessMember(user) : 'This member wants no alert mails any more';
    case 'temporary-password': {
      const stands = (await temporaryPasswords.standing(user.id))?.id === content.issue;
      return stands ? null : 'This temporary password does not stand any longer';
    }
    case 'source-failing':
      return isFullAdmin(user.role) ? null : 'This user is no full admin any more';
    case 'higher-limit':
      return null;
  }
}

async function ofPush({ subscriptionId }: PushJob, user: UserDoc, { push }: RefusalDeps): Promise<string | null> {
  const to = await push.subscriptions.find(subscriptionId);
  const isWanted = to?.userId === user.id && (await push.subscriptions.isAlive(to));
  return isWanted ? unlessMember(user) : 'This browser wants no notifications any more';
}

function unlessMember({ membershipStatus }: UserDoc): string | null {
  return membershipStatus === 'active' ? null : 'This membership is not active any more';
}
