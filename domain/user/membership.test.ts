import { describe, it } from 'vitest';
import { given } from '#domain/shared/testing/decider-spec.ts';
import type { UserCommand } from './commands.ts';
import { user } from './decider.ts';
import type { UserEvent } from './events.ts';
import { emptyFilters, toMatchingFilters } from './state.ts';

const userId = 'u-1';
const now = '2026-03-01T12:00:00.000Z';
const before = '2025-01-01T00:00:00.000Z';
const registered: UserEvent = { type: 'UserRegistered', data: { userId, email: 'ann@x.com', role: 'none' } };
const activated: UserEvent = {
  type: 'MembershipActivated',
  data: { userId, filters: toMatchingFilters(emptyFilters) },
};
const deactivated: UserEvent = { type: 'MembershipDeactivated', data: { userId } };
const since = (memberSince: string): UserEvent => ({ type: 'MemberSinceSet', data: { userId, memberSince } });
const activate: UserCommand = { type: 'ActivateMembership', data: { userId, now } };
const deactivate: UserCommand = { type: 'DeactivateMembership', data: { userId } };
const set = (memberSince: string): UserCommand => ({ type: 'SetMemberSince', data: { userId, memberSince, now } });

describe('ActivateMembership', () => {
  it('An ActivateMembership command starts the membership now, the first time', () => {
    given(user, [registered])
      .when(activate)
      .then([activated, since(now)]);
  });

  it('An ActivateMembership command keeps the date of the first time later', () => {
    given(user, [registered, activated, since(before), deactivated])
      .when(activate)
      .then([activated]);
  });

  it('An ActivateMembership command keeps a date that an admin set before', () => {
    given(user, [registered, since(before)])
      .when(activate)
      .then([activated]);
  });

  it('An ActivateMembership command decides nothing for an active member', () => {
    given(user, [registered, activated, since(before)])
      .when(activate)
      .then([]);
  });
});

describe('DeactivateMembership', () => {
  it('A DeactivateMembership command makes an active membership unconfirmed', () => {
    given(user, [registered, activated, since(before)])
      .when(deactivate)
      .then([deactivated]);
  });

  it('A DeactivateMembership command that undoes the first activation also clears its date', () => {
    const undo: UserCommand = { type: 'DeactivateMembership', data: { userId, memberSince: null } };
    const cleared: UserEvent = { type: 'MemberSinceCleared', data: { userId } };
    given(user, [registered, activated, since(now)])
      .when(undo)
      .then([deactivated, cleared]);
    given(user, [registered, activated, since(now), deactivated, cleared])
      .when(activate)
      .then([activated, since(now)]);
    given(user, [registered, since(before)])
      .when(undo)
      .then([]);
  });

  it('A DeactivateMembership command decides nothing for an unconfirmed one', () => {
    given(user, [registered]).when(deactivate).then([]);
    given(user, [registered, activated, since(before), deactivated])
      .when(deactivate)
      .then([]);
  });
});

describe('SetMemberSince', () => {
  it('A SetMemberSince command sets the date, even of an unconfirmed user', () => {
    given(user, [registered])
      .when(set(before))
      .then([since(before)]);
  });

  it('A SetMemberSince command allows the current moment', () => {
    given(user, [registered])
      .when(set(now))
      .then([since(now)]);
  });

  it('A SetMemberSince command rejects the future', () => {
    given(user, [registered]).when(set('2026-03-01T12:00:00.001Z')).thenRejects('member-since-in-future');
  });

  it('A SetMemberSince command decides nothing when the date is the same', () => {
    given(user, [registered, since(before)])
      .when(set(before))
      .then([]);
  });
});
