import { describe, it } from 'vitest';
import { given } from '#domain/shared/testing/decider-spec.ts';
import { deadLetter } from './decider.ts';
import type { DeadLetterEvent } from './events.ts';

const shared = { letterId: 'l-1', channel: 'mail', about: 'alerts' as const };
const data = { ...shared, userId: 'ann' };
const members = [{ userId: 'ann' }];
const resent: DeadLetterEvent = { type: 'MessageResent', data: { ...shared, members } };
const discarded: DeadLetterEvent = { type: 'MessageDiscarded', data: { ...shared, members } };

describe('a message that failed permanently', () => {
  it('A message that failed permanently can be sent again after each failure', () => {
    given(deadLetter, []).when({ type: 'Resend', data }).then([resent]);
    given(deadLetter, [resent]).when({ type: 'Resend', data }).then([resent]);
  });

  it('A message that failed permanently is discarded once and permanently', () => {
    given(deadLetter, [resent]).when({ type: 'Discard', data }).then([discarded]);
    given(deadLetter, [discarded]).when({ type: 'Discard', data }).then([]);
    given(deadLetter, [discarded]).when({ type: 'Resend', data }).then([]);
  });
});
