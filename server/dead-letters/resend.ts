import type { DeadLetterView } from '#domain/dead-letter/contract.ts';
import { deadLetter } from '#domain/dead-letter/decider.ts';
import { secondOpinion } from '#domain/source/contract.ts';
import { isFullAdmin } from '#domain/user/permissions.ts';
import type { UserDoc } from '#projections/users.ts';
import type { Context } from '../context.ts';
import { inStep } from '../http/sender.ts';
import { Problem } from '../http/problem.ts';
import type { Sender } from '../handle.ts';
import { inTurn } from '../intake/in-turn.ts';
import { type Mail, type MailContent, outboxSpace } from '../mail/mail.ts';
import { putAndWake } from '../mail/wakes.ts';
import { currentUser } from '../users/current-user.ts';
import { findLetter, letterId } from './letters.ts';

type Parts = Pick<Context, 'views' | 'events' | 'documents' | 'handle' | 'caughtUp' | 'clock' | 'temporaryPasswords'>;

/** What admins do with mails that failed for good. */
export function openLetters(parts: Parts) {
  const { documents, handle, caughtUp, clock } = parts;
  const turn = inTurn();

  const note = async (type: 'Resend' | 'Discard', mail: Mail, sender: Sender) => {
    const id = letterId(mail);
    const data = { letterId: id, userId: mail.userId, about: mail.content.kind };
    const { position } = await handle(deadLetter, `letter-${id}`, { type, data }, inStep(sender, id));
    await caughtUp(position);
  };
  const found = async (id: string): Promise<Mail> => {
    const mail = await findLetter(documents, id);
    if (mail === null) throw new Problem(404, 'No such dead letter');
    return mail;
  };

  return {
    shown: (mail: Mail): Promise<DeadLetterView> => shown(mail, parts),

    /** Puts it back into the outbox with all its tries before it. Throws Problem 404, and 409 with why not. */
    resend: (id: string, sender: Sender): Promise<void> =>
      turn(id, async () => {
        const mail = await found(id);
        const refusal = await refusalOf(mail, await currentUser(parts, mail.userId), parts);
        if (refusal !== null) throw new Problem(409, refusal);
        await note('Resend', mail, sender);
        await putAndWake(documents, { ...mail, state: 'waiting', attempts: 0, due: clock().getTime() });
      }),

    /** Throws Problem 404. */
    discard: (id: string, sender: Sender): Promise<void> =>
      turn(id, async () => {
        const mail = await found(id);
        await note('Discard', mail, sender);
        await documents.remove(outboxSpace, mail.id);
      }),
  };
}

async function shown(mail: Mail, parts: Parts): Promise<DeadLetterView> {
  const user = await currentUser(parts, mail.userId);
  return {
    id: letterId(mail),
    kind: 'mail',
    recipient: user?.email ?? null,
    subject: subjectOf(mail.content),
    reason: mail.error ?? 'Not known',
    failedAt: new Date(mail.due).toISOString(),
    attempts: mail.attempts,
    refusal: await refusalOf(mail, user, parts),
  };
}

/** Why a mail is not to be sent any more; null where it is. */
async function refusalOf(
  { content }: Mail,
  user: UserDoc | null,
  { temporaryPasswords }: Pick<Parts, 'temporaryPasswords'>,
): Promise<string | null> {
  if (user === null) return 'This user was deleted since';
  switch (content.kind) {
    case 'alerts':
      return noAlerts(user);
    case 'temporary-password':
      return (await temporaryPasswords.standing(user.id))?.id === content.issue
        ? null
        : 'This temporary password does not stand any longer';
    case 'source-failing':
      return isFullAdmin(user.role) ? null : 'This user is no full admin any more';
    case 'higher-limit':
      return null;
  }
}

function noAlerts({ alertMails, membershipStatus }: UserDoc): string | null {
  if (!alertMails) return 'This member wants no alert mails any more';
  return membershipStatus === 'active' ? null : 'This membership is not active any more';
}

function subjectOf(content: MailContent): string {
  switch (content.kind) {
    case 'alerts': {
      const { listings, total } = content;
      return total === 1 ? `New listing: ${listings[0]?.title ?? 'a listing'}` : `${total} new listings`;
    }
    case 'temporary-password':
      return 'Temporary password';
    case 'higher-limit':
      return 'Higher price limit';
    case 'source-failing':
      return content.sourceId === secondOpinion ? 'The second opinion fails' : `Source ${content.sourceId} fails`;
  }
}
