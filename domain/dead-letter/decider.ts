import type { Decider } from '../decider.ts';
import type { DeadLetterEvent } from './events.ts';

type Letter = DeadLetterEvent['data'];
export type DeadLetterCommand = { type: 'Resend'; data: Letter } | { type: 'Discard'; data: Letter };

/** Stream `letter-<letterId>`: it may be sent again as often as it fails, and is discarded once. */
export const deadLetter: Decider<DeadLetterCommand, DeadLetterEvent, { isDiscarded: boolean }> = {
  decide: ({ type, data }, { isDiscarded }) => {
    if (isDiscarded) return [];
    return [{ type: type === 'Resend' ? 'MailResent' : 'MailDiscarded', data }];
  },
  evolve: (_state, { type }) => ({ isDiscarded: type === 'MailDiscarded' }),
  initialState: { isDiscarded: false },
};
