import { deadLetterStream } from '#domain/event-catalog/streams.ts';
import type { DeadLetterView } from '#domain/dead-letter/contract.ts';
import { deadLetter } from '#domain/dead-letter/decider.ts';
import { secondOpinionSourceId } from '#domain/source/contract.ts';
import type { Documents, ViewReader } from '#projections/store/port.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { CommandDeps, CommandMetadata } from '#server/platform/commands/command-handler.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { childCommand } from '#server/platform/http/routing/command-metadata.ts';
import type { Clock } from '#server/lib/clock.ts';
import { createKeyedMutex } from '#server/lib/keyed-mutex.ts';
import type { MailContent } from '../email/transport/mail.ts';
import { findCurrentUser } from '#server/modules/users/index.ts';
import { enqueueAndNotify } from '#server/platform/outbox/outbox-signals.ts';
import { findDeadLetter, type DeadLetter, deadLetterId } from './dead-letters.ts';
import { type ResendPolicyDeps, whyNotResend } from './resend-policy.ts';

export type DeadLetterDeps = CommandDeps &
  ResendPolicyDeps & {
    views: ViewReader;
    events: EventStore;
    documents: Documents;
    clock: Clock;
  };

/** What admins do with messages that failed permanently. */
export function createDeadLetterService(deps: DeadLetterDeps) {
  const { documents, handle, waitForProjections, clock } = deps;
  const withLock = createKeyedMutex();

  const recordDecision = async (type: 'Resend' | 'Discard', letter: DeadLetter, sender: CommandMetadata) => {
    const id = deadLetterId(letter);
    const about = letter.channel === 'mail' ? letter.doc.content.kind : null;
    const data = { letterId: id, userId: letter.doc.userId, about };
    const { position } = await handle(deadLetter, deadLetterStream(id), { type, data }, childCommand(sender, id));
    await waitForProjections(position);
  };
  const requireDeadLetter = async (id: string): Promise<DeadLetter> => {
    const letter = await findDeadLetter(documents, id);
    if (letter === null) throw new HttpError(404, 'No such dead letter');
    return letter;
  };

  return {
    present: (letter: DeadLetter): Promise<DeadLetterView> => presentDeadLetter(letter, deps),

    /**
     * Puts it back into its outbox with its attempts reset. Throws HttpError 404, and 409 with the reason why it cannot
     * be sent.
     */
    resend: (id: string, sender: CommandMetadata): Promise<void> =>
      withLock(id, async () => {
        const letter = await requireDeadLetter(id);
        const refusal = await whyNotResend(letter, await findCurrentUser(deps, letter.doc.userId), deps);
        if (refusal !== null) throw new HttpError(409, refusal);
        await recordDecision('Resend', letter, sender);
        await enqueueAndNotify(documents, letter.space, resetAttempts(letter, clock().getTime()));
      }),

    /** Throws HttpError 404. */
    discard: (id: string, sender: CommandMetadata): Promise<void> =>
      withLock(id, async () => {
        const letter = await requireDeadLetter(id);
        await recordDecision('Discard', letter, sender);
        await documents.remove(letter.space, letter.doc.id);
      }),
  };
}

/** A push message counts as new from now on, since an admin sends it again. */
function resetAttempts({ channel, doc }: DeadLetter, now: number) {
  const again = { state: 'waiting', due: now };
  return channel === 'mail' ? { ...doc, ...again, attempts: 0 } : { ...doc, ...again, tries: 0, createdAt: now };
}

async function presentDeadLetter(letter: DeadLetter, deps: DeadLetterDeps): Promise<DeadLetterView> {
  const { channel, doc } = letter;
  const user = await findCurrentUser(deps, doc.userId);
  return {
    id: deadLetterId(letter),
    kind: channel,
    recipient: user?.email ?? null,
    subject: channel === 'mail' ? describeSubject(doc.content) : doc.message.body,
    reason: doc.error ?? 'Not known',
    failedAt: new Date(doc.due).toISOString(),
    attempts: channel === 'mail' ? doc.attempts : doc.tries,
    refusal: await whyNotResend(letter, user, deps),
  };
}

function describeSubject(content: MailContent): string {
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
      return content.sourceId === secondOpinionSourceId
        ? 'The second opinion fails'
        : `Source ${content.sourceId} fails`;
  }
}
