import { describe, expect, it } from 'vitest';
import type { UserEvent } from '#domain/user/events.ts';
import { type Fact, viewAfter } from './testing/given.ts';
import { toAdminUserView, toUserView, type UserDoc, users } from './users.ts';

const userId = 'u-1';
const registered: Fact = { type: 'UserRegistered', data: { userId, email: 'Ann@X.com', role: 'none' } };
const fact = (type: Exclude<UserEvent['type'], 'UserRegistered'>): Fact => ({ type, data: { userId } }) as Fact;
const after = (...facts: Fact[]) => viewAfter(users, [registered, ...facts]).get(userId);

const shown = {
  id: userId,
  email: 'Ann@X.com',
  maxPrice: null,
  mileageRadius: null,
  zipCode: null,
  includeMobileHomes: false,
  includeRawLand: false,
  includeTinyHomes: false,
  notificationPreference: 'immediate' as const,
  membershipStatus: 'unconfirmed' as const,
  memberSince: null,
  recentListings: [],
  requestedHigherLimit: false,
  maxPriceLimit: 150_000,
  mustChangePassword: false,
};
const registeredAt = '2026-03-01T12:00:00.000Z';
const fresh: UserDoc = { ...shown, emailKey: 'ann@x.com', role: 'none', registeredAt };

describe('the users view', () => {
  it('holds a new user with nothing set', () => {
    expect(after()).toEqual(fresh);
  });

  it('takes over the filters that were changed, and no others', () => {
    const changes = { zipCode: '48204', includeRawLand: true };
    expect(after({ type: 'FiltersUpdated', data: { userId, changes } })).toEqual({ ...fresh, ...changes });
  });

  it('follows the e-mail as typed', () => {
    const changed = after({ type: 'EmailChanged', data: { userId, email: 'Bea@X.com' } });
    expect(changed).toMatchObject({ email: 'Bea@X.com', emailKey: 'bea@x.com' });
  });

  it('follows the membership and its date', () => {
    const memberSince = '2025-01-01T00:00:00.000Z';
    const active = [fact('MembershipActivated'), { type: 'MemberSinceSet' as const, data: { userId, memberSince } }];
    expect(after(...active)).toMatchObject({ membershipStatus: 'active', memberSince });
    expect(after(...active, fact('MembershipDeactivated'))).toMatchObject({
      membershipStatus: 'unconfirmed',
      memberSince,
    });
  });

  it('asks for a new password after a temporary one was used, until it is changed', () => {
    const used = [fact('TemporaryPasswordIssued'), fact('TemporaryPasswordUsed')];
    expect(after(fact('TemporaryPasswordIssued'))).toMatchObject({ mustChangePassword: false });
    expect(after(...used)).toMatchObject({ mustChangePassword: true });
    expect(after(...used, fact('PasswordChanged'))).toMatchObject({ mustChangePassword: false });
  });

  it('follows the request for a higher limit, and the grant', () => {
    const granted: Fact = { type: 'HigherLimitGranted', data: { userId, limit: 200_000 } };
    expect(after(fact('HigherLimitRequested'))).toMatchObject({ requestedHigherLimit: true });
    expect(after(fact('HigherLimitRequested'), fact('HigherLimitCleared'))).toEqual(fresh);
    expect(after(fact('HigherLimitRequested'), granted)).toEqual({ ...fresh, maxPriceLimit: 200_000 });
  });

  it('holds the saved listings and the role', () => {
    const listings = [{ title: 'A', price: '', details: '', link: '', imageUrl: '', timestamp: registeredAt }];
    expect(after({ type: 'ListingsSaved', data: { userId, listings } })).toMatchObject({ recentListings: listings });
    expect(after({ type: 'RoleChanged', data: { userId, role: 'helper' } })).toMatchObject({ role: 'helper' });
  });

  it('forgets a deleted user, whatever comes after', () => {
    expect(after(fact('UserDeleted'))).toBeUndefined();
    expect(after(fact('UserDeleted'), fact('MembershipActivated'))).toBeUndefined();
  });
});

describe('toUserView', () => {
  it('gives exactly what answers carry', () => {
    expect(toUserView(fresh)).toEqual({ ...shown, isAdmin: false, isHelperAdmin: false });
  });

  it('tells full admins and helper admins apart', () => {
    expect(toUserView({ ...fresh, role: 'full' })).toMatchObject({ isAdmin: true, isHelperAdmin: false });
    expect(toUserView({ ...fresh, role: 'helper' })).toMatchObject({ isAdmin: false, isHelperAdmin: true });
  });

  it('shows who is an admin to full admins alone', () => {
    const admin: UserDoc = { ...fresh, role: 'full' };
    expect(toAdminUserView(admin, { isAdmin: true })).toEqual({ ...shown, isAdmin: true, isHelperAdmin: false });
    expect(toAdminUserView(admin, { isAdmin: false })).toEqual(shown);
  });
});
