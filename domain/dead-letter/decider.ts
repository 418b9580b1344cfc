import type { Decider } from '#domain/shared/decider.ts';
import type { DeadLetterEvent, MailKind } from './events.ts';

type DeadLetterData = { letterId: string; channel: string; userId: string; about: MailKind | null };
export type DeadLetterCommand = { type: 'Resend'; data: DeadLetterData } | { type: 'Discard'; data: DeadLetterData };

/** Stream `letter-<letterId>`: it can be sent again after each failure, and is discarded at most once. */
export const deadLetter: Decider<DeadLetterCommand, DeadLetterEvent, { isDiscarded: boolean }> = {
  decide: ({ type, data: { userId, ...data } }, { isDiscarded }) => {
    if (isDiscarded) return [];
    const message = { ...data, members: [{ userId }] };
    return [{ type: type === 'Resend' ? 'MessageResent' : 'MessageDiscarded', data: message }];
  },
  evolve: (_state, { type }) => ({ isDiscarded: type === 'MessageDiscarded' }),
  initialState: { isDiscarded: false },
};
