import { matchType } from '#domain/shared/match-type.ts';
import type { Recorded } from '#domain/shared/decider.ts';
import {
  type AdminUserView,
  type Filters,
  type MembershipStatus,
  type SavedListing,
  standardPriceLimit,
  type UserSort,
  type UserView,
  userSorts,
  type Role,
} from '#domain/user/contract.ts';
import { toEmailKey } from '#domain/user/email-key.ts';
import type { UserEvent } from '#domain/user/events.ts';
import { isFullAdmin, isHelperAdmin } from '#domain/user/permissions.ts';
import { omitSearch, putSearch } from '#domain/user/searches.ts';
import { type SavedSearch } from '#domain/user/searches.contract.ts';
import { emptyFilters } from '#domain/user/state.ts';
import type { EventOf, Projection } from './projection.ts';
import { readPages } from './store/list-all.ts';
import type { Sort, ViewReader } from './store/port.ts';

/**
 * The current state of an account; `id` is the user's, `emailKey` sorts and compares the address, `isAdmin` sorts
 * roles, `searchKey` is searched: the address and the ZIP.
 */
export type UserDoc = Filters & {
  id: string;
  email: string;
  emailKey: string;
  searchKey: string;
  role: Role;
  /** Besides the filters, which are the first search. */
  searches: SavedSearch[];
  isAdmin: boolean;
  registeredAt: string;
  membershipStatus: MembershipStatus;
  memberSince: string | null;
  recentListings: SavedListing[];
  requestedHigherLimit: boolean;
  maxPriceLimit: number;
  mustChangePassword: boolean;
};

const handledTypes = [
  'UserRegistered',
  'FiltersUpdated',
  'SearchAdded',
  'SearchChanged',
  'SearchRemoved',
  'EmailChanged',
  'PasswordChanged',
  'TemporaryPasswordUsed',
  'MembershipActivated',
  'MembershipDeactivated',
  'MemberSinceSet',
  'MemberSinceCleared',
  'ListingsSaved',
  'HigherLimitRequested',
  'HigherLimitCleared',
  'HigherLimitGranted',
  'RoleChanged',
  'UserDeleted',
] as const satisfies UserEvent['type'][];
type HandledType = (typeof handledTypes)[number];
type RegisteredEvent = Recorded<EventOf<'UserRegistered'>>;
type LaterEvent = Recorded<EventOf<Exclude<HandledType, 'UserRegistered'>>>;

/** Admins combine conditions and order freely: a list of users reads this index as a whole, and no other documents. */
const listIndex = ['searchKey', 'requestedHigherLimit', 'role', 'id', ...userSorts.map(toSortField)];

export const users: Projection<HandledType, UserDoc> = {
  view: 'users',
  version: 7,
  indexes: [
    ...userSorts.map((sort) => [toSortField(sort)]),
    ['membershipStatus', 'registeredAt'],
    ['requestedHigherLimit', 'emailKey'],
    listIndex,
  ],
  handles: handledTypes,
  idsOf: ({ data }) => [data.userId],
  evolve: (doc, event) => {
    if (event.type === 'UserRegistered') return createUserDoc(event.data, event.metadata.at);
    const changed = doc && evolveUser(event, doc);
    return changed && { ...changed, searchKey: toSearchKey(changed) };
  },
};

function toSearchKey({ emailKey, zipCode }: Pick<UserDoc, 'emailKey' | 'zipCode'>): string {
  return `${emailKey} ${zipCode ?? ''}`;
}

/** A user who has just registered, at this time. */
export function createUserDoc({ userId, email, role }: RegisteredEvent['data'], at: string): UserDoc {
  const emailKey = toEmailKey(email);
  return {
    ...emptyFilters,
    id: userId,
    email,
    emailKey,
    searchKey: toSearchKey({ emailKey, zipCode: null }),
    role,
    searches: [],
    isAdmin: isFullAdmin(role),
    registeredAt: at,
    membershipStatus: 'unconfirmed',
    memberSince: null,
    recentListings: [],
    requestedHigherLimit: false,
    maxPriceLimit: standardPriceLimit,
    mustChangePassword: false,
  };
}

const evolveUser = matchType<LaterEvent, [UserDoc], UserDoc | null>({
  FiltersUpdated: ({ data }, doc) => ({ ...doc, ...data.changes }),
  SearchAdded: ({ data: { searchId: id, search } }, doc) => ({
    ...doc,
    searches: putSearch(doc.searches, { ...search, id }),
  }),
  SearchChanged: ({ data: { searchId: id, search } }, doc) => ({
    ...doc,
    searches: putSearch(doc.searches, { ...search, id }),
  }),
  SearchRemoved: ({ data }, doc) => ({ ...doc, searches: omitSearch(doc.searches, data.searchId) }),
  EmailChanged: ({ data }, doc) => ({ ...doc, email: data.email, emailKey: toEmailKey(data.email) }),
  PasswordChanged: (_event, doc) => ({ ...doc, mustChangePassword: false }),
  TemporaryPasswordUsed: (_event, doc) => ({ ...doc, mustChangePassword: true }),
  MembershipActivated: (_event, doc) => ({ ...doc, membershipStatus: 'active' }),
  MembershipDeactivated: (_event, doc) => ({ ...doc, membershipStatus: 'unconfirmed' }),
  MemberSinceSet: ({ data }, doc) => ({ ...doc, memberSince: data.memberSince }),
  MemberSinceCleared: (_event, doc) => ({ ...doc, memberSince: null }),
  ListingsSaved: ({ data }, doc) => ({ ...doc, recentListings: data.listings }),
  HigherLimitRequested: (_event, doc) => ({ ...doc, requestedHigherLimit: true }),
  HigherLimitCleared: (_event, doc) => ({ ...doc, requestedHigherLimit: false }),
  HigherLimitGranted: ({ data }, doc) => ({ ...doc, requestedHigherLimit: false, maxPriceLimit: data.limit }),
  RoleChanged: ({ data: { role } }, doc) => ({ ...doc, role, isAdmin: isFullAdmin(role) }),
  UserDeleted: () => null,
});

/** The user as answers contain it. */
export function toUserView({
  emailKey: _key,
  searchKey: _text,
  searches: _searches,
  registeredAt: _at,
  role,
  ...doc
}: UserDoc): UserView {
  return { ...doc, isAdmin: isFullAdmin(role), isHelperAdmin: isHelperAdmin(role) };
}

/** A row of the list of users; only full admins (`isAdmin`) see which other users are admins. */
export function toAdminUserView(doc: UserDoc, viewer: { isAdmin: boolean }): AdminUserView {
  const { isAdmin, isHelperAdmin: isHelper, ...row } = toUserView(doc);
  return viewer.isAdmin ? { ...row, isAdmin, isHelperAdmin: isHelper } : row;
}

export function findUser(views: ViewReader, id: string): Promise<UserDoc | null> {
  return views.get<UserDoc>(users.view, id);
}

export async function findUserByEmail(views: ViewReader, email: string): Promise<UserDoc | null> {
  const query = { where: { emailKey: toEmailKey(email) }, limit: 1 };
  return (await views.list<UserDoc>(users.view, query)).docs[0] ?? null;
}

export function countFullAdmins(views: ViewReader): Promise<number> {
  return views.count(users.view, { isAdmin: true });
}

/** In no particular order. */
export async function listFullAdmins(views: ViewReader): Promise<UserDoc[]> {
  const all: UserDoc[] = [];
  for await (const page of readPages<UserDoc>(views, users.view, { where: { isAdmin: true } })) all.push(...page);
  return all;
}

/** All users with an active membership, a page at a time in memory; in the order of their storage, which is fastest. */
export async function* readActiveMembers(views: ViewReader): AsyncGenerator<UserDoc> {
  const sort: Sort = [{ field: 'registeredAt', direction: 'asc' }];
  for await (const page of readPages<UserDoc>(views, users.view, { where: { membershipStatus: 'active' }, sort }))
    yield* page;
}

/** The field of a column: addresses sort by their key. */
export function toSortField(sort: UserSort): string {
  return sort === 'email' ? 'emailKey' : sort;
}
