import { describe, it } from 'vitest';
import { given } from '#domain/shared/testing/decider-spec.ts';
import { user } from './decider.ts';
import type { UserEvent } from './events.ts';

const userId = 'u-1';
const registered: UserEvent = { type: 'UserRegistered', data: { userId, email: 'ann@x.com', role: 'none' } };
const note = (adminNoteId: string) => ({ userId, adminNoteId, text: 'Called about the barn' });
const added = (adminNoteId: string): UserEvent => ({ type: 'AdminNoteAdded', data: note(adminNoteId) });
const removed: UserEvent = { type: 'AdminNoteRemoved', data: { userId, adminNoteId: 'n-1' } };

describe('The notes of admins about a user', () => {
  it('A note about a user is added once, however often the command comes', () => {
    given(user, [registered])
      .when({ type: 'AddAdminNote', data: note('n-1') })
      .then([added('n-1')]);
    given(user, [registered, added('n-1')])
      .when({ type: 'AddAdminNote', data: note('n-1') })
      .then([]);
  });

  it('A note about a user is removed once; one that does not exist needs no removal', () => {
    const remove = { type: 'RemoveAdminNote', data: removed.data } as const;
    given(user, [registered, added('n-1')])
      .when(remove)
      .then([removed]);
    given(user, [registered, added('n-1'), removed])
      .when(remove)
      .then([]);
  });

  it('A user has at most 100 notes, and another one once a note is removed', () => {
    const full = [registered, ...Array.from({ length: 100 }, (_, index) => added(`n-${index}`))];
    const add = { type: 'AddAdminNote', data: note('next') } as const;
    given(user, full).when(add).thenRejects('too-many-notes');
    given(user, [...full, removed])
      .when(add)
      .then([added('next')]);
  });

  it('A user who does not exist has no notes', () => {
    given(user, [])
      .when({ type: 'AddAdminNote', data: note('n-1') })
      .thenRejects('user-not-found');
  });
});
