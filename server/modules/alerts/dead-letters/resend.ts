import type { DeadLetterView } from '#domain/dead-letter/contract.ts';
import { deadLetter } from '#domain/dead-letter/decider.ts';
import type { Position } from '#domain/shared/decider.ts';
import { secondOpinion } from '#domain/source/contract.ts';
import type { Documents, ViewReader } from '#projections/store/port.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { Handle, Sender } from '#server/platform/commands/handle.ts';
import { Problem } from '#server/platform/http/middleware/problem.ts';
import { inStep } from '#server/platform/http/routing/sender.ts';
import type { Clock } from '#server/lib/clock.ts';
import { inTurn } from '#server/lib/in-turn.ts';
import type { MailContent } from '../email/transport/mail.ts';
import { currentUser } from '#server/modules/users/index.ts';
import { putAndWake } from '#server/platform/outbox/wakes.ts';
import { findLetter, type Letter, letterId } from './letters.ts';
import { type RefusalDeps, refusalOf } from './refusal.ts';

export type DeadLetterDeps = RefusalDeps & {
  views: ViewReader;
  events: EventStore;
  documents: Documents;
  handle: Handle;
  clock: Clock;
  /** Resolves once the views have applied `position`, or after 2 s. */
  caughtUp: (position: Position) => Promise<void>;
};

/** What admins do with what failed for good. */
export function openLetters(deps: DeadLetterDeps) {
  const { documents, handle, caughtUp, clock } = deps;
  const turn = inTurn();

  const note = async (type: 'Resend' | 'Discard', letter: Letter, sender: Sender) => {
    const id = letterId(letter);
    const about = letter.channel === 'mail' ? letter.doc.content.kind : null;
    const data = { letterId: id, userId: letter.doc.userId, about };
    const { position } = await handle(deadLetter, `letter-${id}`, { type, data }, inStep(sender, id));
    await caughtUp(position);
  };
  const found = async (id: string): Promise<Letter> => {
    const letter = await findLetter(documents, id);
    if (letter === null) throw new Problem(404, 'No such dead letter');
    return letter;
  };

  return {
    shown: (letter: Letter): Promise<DeadLetterView> => shown(letter, deps),

    /** Puts it back into its outbox with its attempts reset. Throws Problem 404, and 409 with why not. */
    resend: (id: string, sender: Sender): Promise<void> =>
      turn(id, async () => {
        const letter = await found(id);
        const refusal = await refusalOf(letter, await currentUser(deps, letter.doc.userId), deps);
        if (refusal !== null) throw new Problem(409, refusal);
        await note('Resend', letter, sender);
        await putAndWake(documents, letter.space, renewed(letter, clock().getTime()));
      }),

    /** Throws Problem 404. */
    discard: (id: string, sender: Sender): Promise<void> =>
      turn(id, async () => {
        const letter = await found(id);
        await note('Discard', letter, sender);
        await documents.remove(letter.space, letter.doc.id);
      }),
  };
}

/** A push message counts as new from now on, since an admin sends it again. */
function renewed({ channel, doc }: Letter, now: number) {
  const again = { state: 'waiting', due: now };
  return channel === 'mail' ? { ...doc, ...again, attempts: 0 } : { ...doc, ...again, tries: 0, createdAt: now };
}

async function shown(letter: Letter, deps: DeadLetterDeps): Promise<DeadLetterView> {
  const { channel, doc } = letter;
  const user = await currentUser(deps, doc.userId);
  return {
    id: letterId(letter),
    kind: channel,
    recipient: user?.email ?? null,
    subject: channel === 'mail' ? subjectOf(doc.content) : doc.message.body,
    reason: doc.error ?? 'Not known',
    failedAt: new Date(doc.due).toISOString(),
    attempts: channel === 'mail' ? doc.attempts : doc.tries,
    refusal: await refusalOf(letter, user, deps),
  };
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
