import { emptyFilters, toMatchingFilters } from '#domain/user/state.ts';
import { describe, expect, it } from 'vitest';
import type { Filters } from '#domain/user/contract.ts';
import type { UserEvent } from '#domain/user/events.ts';
import { userDeleted, userRegistered as registeredAs } from './testing/example-events.ts';
import { type Fact, projectView } from './testing/project-view.ts';
import { projectViews } from './testing/project-views.ts';
import { listUsers, type UserPage } from './lists/user-list.ts';
import { findUser, readActiveMembers, toAdminUserView, toUserView, type UserDoc, users } from './users.ts';

const userId = 'u-1';
const registered = registeredAs(userId, 'Ann@X.com');
const fact = (type: Exclude<UserEvent['type'], 'UserRegistered'>): Fact => ({ type, data: { userId } }) as Fact;
const after = (...facts: Fact[]) => projectView(users, [registered, ...facts]).get(userId);

const annView = {
  id: userId,
  email: 'Ann@X.com',
  ...emptyFilters,
  membershipStatus: 'unconfirmed' as const,
  memberSince: null,
  recentListings: [],
  requestedHigherLimit: false,
  maxPriceLimit: 150_000,
  mustChangePassword: false,
};
const registeredAt = '2026-03-01T12:00:00.000Z';
const fresh: UserDoc = {
  ...annView,
  emailKey: 'ann@x.com',
  searchKey: 'ann@x.com ',
  searches: [],
  role: 'none',
  isAdmin: false,
  registeredAt,
};

describe('the users view', () => {
  it('The users view holds a new user with nothing set', () => {
    expect(after()).toEqual(fresh);
  });

  it('The users view applies the changed filters, and no others', () => {
    const changes = { zipCode: '48204', includeRawLand: true };
    expect(after({ type: 'FiltersUpdated', data: { userId, changes } })).toEqual({
      ...fresh,
      ...changes,
      searchKey: 'ann@x.com 48204',
    });
  });

  it('The users view follows the email as typed', () => {
    const changed = after({ type: 'EmailChanged', data: { userId, email: 'Bea@X.com' } });
    expect(changed).toMatchObject({ email: 'Bea@X.com', emailKey: 'bea@x.com', searchKey: 'bea@x.com ' });
  });

  it('The users view follows the membership and its date', () => {
    const memberSince = '2025-01-01T00:00:00.000Z';
    const active = [fact('MembershipActivated'), { type: 'MemberSinceSet' as const, data: { userId, memberSince } }];
    expect(after(...active)).toMatchObject({ membershipStatus: 'active', memberSince });
    expect(after(...active, fact('MembershipDeactivated'))).toMatchObject({
      membershipStatus: 'unconfirmed',
      memberSince,
    });
    expect(after(...active, fact('MembershipDeactivated'), fact('MemberSinceCleared'))).toEqual(fresh);
  });

  it('The users view requires a new password after a temporary one was used, until it is changed', () => {
    const used = [fact('TemporaryPasswordIssued'), fact('TemporaryPasswordUsed')];
    expect(after(fact('TemporaryPasswordIssued'))).toMatchObject({ mustChangePassword: false });
    expect(after(...used)).toMatchObject({ mustChangePassword: true });
    expect(after(...used, fact('PasswordChanged'))).toMatchObject({ mustChangePassword: false });
  });

  it('The users view follows the request for a higher limit, and the grant', () => {
    const granted: Fact = { type: 'HigherLimitGranted', data: { userId, limit: 200_000 } };
    expect(after(fact('HigherLimitRequested'))).toMatchObject({ requestedHigherLimit: true });
    expect(after(fact('HigherLimitRequested'), fact('HigherLimitCleared'))).toEqual(fresh);
    expect(after(fact('HigherLimitRequested'), granted)).toEqual({ ...fresh, maxPriceLimit: 200_000 });
  });

  it('The users view holds the saved listings and the role', () => {
    const listings = [{ title: 'A', price: '', details: '', link: '', imageUrl: '', timestamp: registeredAt }];
    expect(after({ type: 'ListingsSaved', data: { userId, listings } })).toMatchObject({ recentListings: listings });
    expect(after({ type: 'RoleChanged', data: { userId, role: 'helper' } })).toMatchObject({ role: 'helper' });
  });

  it('The users view deletes a deleted user, whatever comes after', () => {
    expect(after(fact('UserDeleted'))).toBeUndefined();
    expect(after(fact('UserDeleted'), fact('MembershipActivated'))).toBeUndefined();
  });
});

describe('toUserView', () => {
  it('The function toUserView returns exactly the fields of answers', () => {
    expect(toUserView(fresh)).toEqual({ ...annView, isAdmin: false, isHelperAdmin: false });
  });

  it('The function toUserView distinguishes full admins and helper admins', () => {
    expect(toUserView({ ...fresh, role: 'full' })).toMatchObject({ isAdmin: true, isHelperAdmin: false });
    expect(toUserView({ ...fresh, role: 'helper' })).toMatchObject({ isAdmin: false, isHelperAdmin: true });
  });

  it('The function toUserView shows which users are admins only to full admins', () => {
    const admin: UserDoc = { ...fresh, role: 'full' };
    expect(toAdminUserView(admin, { isAdmin: true })).toEqual({ ...annView, isAdmin: true, isHelperAdmin: false });
    expect(toAdminUserView(admin, { isAdmin: false })).toEqual(annView);
  });
});

describe('listUsers', () => {
  const ids = ({ users: listed }: UserPage) => listed.map(({ id }) => id);
  const filtered = (id: string, changes: Partial<Filters>): Fact => ({
    type: 'FiltersUpdated',
    data: { userId: id, changes },
  });
  const people = [registeredAs('1', 'Cid@x.com'), registeredAs('2', 'ann@x.com'), registeredAs('3', 'Bea@x.com')];

  it('The function listUsers returns all by email in any case by default', async () => {
    const list = await listUsers(await projectViews(people));
    expect(ids(list)).toEqual(['2', '3', '1']);
    expect(list).toMatchObject({ total: 3 });
  });

  it('The function listUsers returns all of more than one page', async () => {
    const many = Array.from({ length: 2_100 }, (_, index) => registeredAs(`u-${index}`));
    const list = await listUsers(await projectViews(many));
    expect(new Set(ids(list)).size).toBe(2_100);
    expect(list.total).toBe(2_100);
  });

  it('The function listUsers returns a page, the cursor of the next, and the total count', async () => {
    const views = await projectViews(people);
    const first = await listUsers(views, { limit: 2 });
    expect(ids(first)).toEqual(['2', '3']);
    expect(first.total).toBe(3);
    const second = await listUsers(views, { limit: 2, cursor: first.cursor ?? '' });
    expect(ids(second)).toEqual(['1']);
    expect(second.cursor).toBeUndefined();
  });

  it('The function listUsers sorts by any column, with absent values last in both directions', async () => {
    const views = await projectViews([
      ...people,
      filtered('2', { maxPrice: 60_000 }),
      filtered('3', { maxPrice: 9_000 }),
    ]);
    expect(ids(await listUsers(views, { sort: 'maxPrice' }))).toEqual(['3', '2', '1']);
    expect(ids(await listUsers(views, { sort: 'maxPrice', direction: 'desc' }))).toEqual(['2', '3', '1']);
  });

  it('The function listUsers sorts no before yes', async () => {
    const views = await projectViews([...people, filtered('2', { includeRawLand: true })]);
    expect(ids(await listUsers(views, { sort: 'includeRawLand' })).at(-1)).toBe('2');
    expect(ids(await listUsers(views, { sort: 'includeRawLand', direction: 'desc' })).at(0)).toBe('2');
  });

  it('The function listUsers leaves out deleted users', async () => {
    const views = await projectViews([...people, userDeleted('3')]);
    expect(ids(await listUsers(views))).toEqual(['2', '1']);
    expect(await findUser(views, '3')).toBeNull();
    expect(await findUser(views, '1')).toMatchObject({ email: 'Cid@x.com' });
  });
});

it('The function membersOf returns the users with an active membership', async () => {
  const active = (userId: string): Fact => ({
    type: 'MembershipActivated',
    data: { userId, filters: toMatchingFilters(emptyFilters) },
  });
  const people = ['1', '2', '3'].map((id) => registeredAs(id));
  const views = await projectViews([...people, active('3'), active('1')]);
  const members: string[] = [];
  for await (const { id } of readActiveMembers(views)) members.push(id);
  expect(members.sort()).toEqual(['1', '3']);
});
