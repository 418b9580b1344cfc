import type { Decider } from '#domain/shared/decider.ts';
import type { DeadLetterEvent, MailKind } from './events.ts';

/** `about` is the subject of a mail; null for a push. */
type DeadLetterData = { letterId: string; userId: string; about: MailKind | null };
export type DeadLetterCommand = { type: 'Resend'; data: DeadLetterData } | { type: 'Discard'; data: DeadLetterData };

/** Stream `letter-<letterId>`: it can be sent again after each failure, and is discarded at most once. */
export const deadLetter: Decider<DeadLetterCommand, DeadLetterEvent, { isDiscarded: boolean }> = {
  decide: ({ type, data: { letterId, userId, about } }, { isDiscarded }) => {
    if (isDiscarded) return [];
    const isResent = type === 'Resend';
    const data = { letterId, members: [{ userId }] };
    if (about === null) return [{ type: isResent ? 'PushResent' : 'PushDiscarded', data }];
    return [{ type: isResent ? 'MailResent' : 'MailDiscarded', data: { ...data, about } }];
  },
  evolve: (_state, { type }) => ({ isDiscarded: type === 'MailDiscarded' || type === 'PushDiscarded' }),
  initialState: { isDiscarded: false },
};
