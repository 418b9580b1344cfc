import { describe, it } from 'vitest';
import { given } from '#domain/shared/testing/decider-spec.ts';
import { deadLetter } from './decider.ts';
import type { DeadLetterEvent } from './events.ts';

const data = { letterId: 'l-1', userId: 'ann', about: 'alerts' as const };
const members = [{ userId: 'ann' }];
const resent: DeadLetterEvent = { type: 'MailResent', data: { letterId: 'l-1', members, about: 'alerts' } };
const discarded: DeadLetterEvent = { type: 'MailDiscarded', data: { letterId: 'l-1', members, about: 'alerts' } };

describe('a mail that failed permanently', () => {
  it('A mail that failed permanently can be sent again after each failure', () => {
    given(deadLetter, []).when({ type: 'Resend', data }).then([resent]);
    given(deadLetter, [resent]).when({ type: 'Resend', data }).then([resent]);
  });

  it('A mail that failed permanently is discarded once and permanently', () => {
    given(deadLetter, [resent]).when({ type: 'Discard', data }).then([discarded]);
    given(deadLetter, [discarded]).when({ type: 'Discard', data }).then([]);
    given(deadLetter, [discarded]).when({ type: 'Resend', data }).then([]);
  });
});

it('A mail is distinguished from a push', () => {
  const push = { letterId: 'p-1', members };
  const command = { letterId: 'p-1', userId: 'ann', about: null };
  given(deadLetter, [])
    .when({ type: 'Resend', data: command })
    .then([{ type: 'PushResent', data: push }]);
  given(deadLetter, [{ type: 'PushResent', data: push }])
    .when({ type: 'Discard', data: command })
    .then([{ type: 'PushDiscarded', data: push }]);
  given(deadLetter, [{ type: 'PushDiscarded', data: push }])
    .when({ type: 'Resend', data: command })
    .then([]);
});
