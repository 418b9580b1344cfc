import { Rejected } from '#domain/shared/decider.ts';
import type { UserCommandData } from './commands.ts';
import type { UserEvent } from './events.ts';
import { type RegisteredUser, toMatchingFilters } from './state.ts';

/**
 * The first activation starts the membership; later ones keep the date, and so does the first if an admin set a date
 * before.
 */
export function activateMembership(
  { userId, now }: UserCommandData<'ActivateMembership'>,
  user: RegisteredUser,
): UserEvent[] {
  if (user.membershipStatus === 'active') return [];
  const searches = user.searches.filter(({ paused }) => !paused);
  const activated: UserEvent = {
    type: 'MembershipActivated',
    data: { userId, filters: toMatchingFilters(user.filters), ...(searches.length > 0 && { searches }) },
  };
  if (user.memberSince !== null) return [activated];
  return [activated, { type: 'MemberSinceSet', data: { userId, memberSince: now } }];
}

export function deactivateMembership(
  { userId, memberSince }: UserCommandData<'DeactivateMembership'>,
  user: RegisteredUser,
): UserEvent[] {
  if (user.membershipStatus !== 'active') return [];
  const deactivated: UserEvent = { type: 'MembershipDeactivated', data: { userId } };
  return memberSince === null ? [deactivated, { type: 'MemberSinceCleared', data: { userId } }] : [deactivated];
}

/** ISO 8601 times in UTC compare as texts. */
export function setMemberSince(data: UserCommandData<'SetMemberSince'>, user: RegisteredUser): UserEvent[] {
  const { userId, memberSince, now } = data;
  if (memberSince > now) throw new Rejected('member-since-in-future');
  return memberSince === user.memberSince ? [] : [{ type: 'MemberSinceSet', data: { userId, memberSince } }];
}
