import type { Decider } from '#domain/shared/decider.ts';
import type { DeadLetterEvent, LetterKind } from './events.ts';

/** `about` of a mail; null for a push. */
type Letter = { letterId: string; userId: string; about: LetterKind | null };
export type DeadLetterCommand = { type: 'Resend'; data: Letter } | { type: 'Discard'; data: Letter };

/** Stream `letter-<letterId>`: it may be sent again as often as it fails, and is discarded once. */
export const deadLetter: Decider<DeadLetterCommand, DeadLetterEvent, { isDiscarded: boolean }> = {
  decide: ({ type, data: { letterId, userId, about } }, { isDiscarded }) => {
    if (isDiscarded) return [];
    const isResent = type === 'Resend';
    if (about === null) return [{ type: isResent ? 'PushResent' : 'PushDiscarded', data: { letterId, userId } }];
    return [{ type: isResent ? 'MailResent' : 'MailDiscarded', data: { letterId, userId, about } }];
  },
  evolve: (_state, { type }) => ({ isDiscarded: type === 'MailDiscarded' || type === 'PushDiscarded' }),
  initialState: { isDiscarded: false },
};
