import type { ListingView } from '#domain/listing/contract.ts';
import { noMarks, pickMarks } from '#domain/listing/marks.contract.ts';
import type { ListingFilter, MemberListingFilters } from '#domain/member-listing/contract.ts';
import { copyListing, presentMatch } from '#domain/alert/alert-view.ts';
import { linkFirstPicture, linkPicture } from '#domain/picture/contract.ts';
import { readFacts } from '#domain/figures/read-facts.ts';
import { parsePrice } from '#domain/pricing/parse-price.ts';
import { formatWholeDollars } from '#domain/shared/money.contract.ts';
import { maxRecentListings, type SavedListing } from '#domain/user/contract.ts';
import { findListings, type FoundListingDoc } from '../listings.ts';
import {
  buildMemberListingId,
  type MemberListingDoc,
  memberListingPartitions,
  memberListingsOf,
  toSearchKey,
} from '../member-listings.ts';
import { readPages } from '../store/list-all.ts';
import type { Query, Sort, ViewReader, Where } from '../store/port.ts';
import type { UserDoc } from '../users.ts';

export type MemberListingQuery = Pick<Query, 'limit' | 'cursor'> & MemberListingFilters;

/** One page of what a member was alerted of, and how many there are in all. Throws BadCursor. */
export async function listMemberListings(
  views: ViewReader,
  userId: string,
  query: MemberListingQuery,
): Promise<{ listings: ListingView[]; total: number; cursor?: string | undefined }> {
  const where = buildWhere(userId, query);
  const [page, total] = await Promise.all([
    readPage(views, where, query),
    views.count(memberListingsOf(userId), where),
  ]);
  return { ...page, total };
}

async function readPage(
  views: ViewReader,
  where: MemberWhere,
  { sort, limit, cursor: after }: Pick<MemberListingQuery, 'sort' | 'limit' | 'cursor'>,
) {
  const query = { where, sort: sortsByName[sort], limit, cursor: after };
  const { docs, cursor } = await views.list<MemberListingDoc>(memberListingsOf(where.userId), query);
  return { listings: await presentAll(views, docs), cursor };
}

/** All that pass the filters, some at a time. */
export function readMemberListings(
  views: ViewReader,
  userId: string,
  filters: MemberListingFilters,
): AsyncGenerator<ListingView[]> {
  return readAll(views, buildWhere(userId, filters), filters.sort);
}

async function* readAll(
  views: ViewReader,
  where: MemberWhere,
  sort: MemberListingFilters['sort'],
): AsyncGenerator<ListingView[]> {
  const query = { where, sort: sortsByName[sort], pageSize: 500 };
  for await (const docs of readPages<MemberListingDoc>(views, memberListingsOf(where.userId), query)) {
    yield await presentAll(views, docs);
  }
}

/** All of them, hidden ones too, with the marks. */
export async function exportMemberListings(views: ViewReader, userId: string): Promise<ListingView[]> {
  const listings: ListingView[] = [];
  for await (const page of readAll(views, { userId }, 'newest')) listings.push(...page);
  return listings;
}

export type AlertPage = {
  alerts: { doc: MemberListingDoc; title: string }[];
  total: number;
  cursor?: string | undefined;
};

/** The newest alerts of a member, hidden ones too, with the titles of their listings. Throws BadCursor. */
export async function listAlerts(
  views: ViewReader,
  userId: string,
  page: Pick<Query, 'limit' | 'cursor'>,
): Promise<AlertPage> {
  const { docs, cursor } = await views.list<MemberListingDoc>(memberListingsOf(userId), {
    where: { userId },
    sort: sortsByName.newest,
    ...page,
  });
  const listings = await findListings(
    views,
    docs.map(({ listingId }) => listingId),
  );
  const alerts = docs.map((doc, nth) => ({ doc, title: listings[nth]?.title ?? 'a listing' }));
  return { alerts, total: await views.count(memberListingsOf(userId), { userId }), cursor };
}

/** The listings of all members, some at a time. */
export async function* readListingsOfAll(
  views: Pick<ViewReader, 'list'>,
  where: Where = {},
): AsyncGenerator<MemberListingDoc[]> {
  for (const { view } of memberListingPartitions) yield* readPages<MemberListingDoc>(views, view, { where });
}

/** Null for a listing that the member was not alerted of. */
export async function findMemberListing(
  views: ViewReader,
  userId: string,
  listingId: string,
): Promise<MemberListingDoc | null> {
  return views.get<MemberListingDoc>(memberListingsOf(userId), buildMemberListingId({ userId, listingId }));
}

/** Whether the member was ever alerted. */
export async function hasMemberListings(views: ViewReader, userId: string): Promise<boolean> {
  return (await views.list(memberListingsOf(userId), { where: { userId }, limit: 1 })).docs.length > 0;
}

const sortsByName: Record<MemberListingFilters['sort'], Sort> = {
  newest: [{ field: 'sentAt', direction: 'desc' }],
  price: [{ field: 'price', direction: 'asc' }],
  distance: [{ field: 'miles', direction: 'asc' }],
  '-newest': [{ field: 'sentAt', direction: 'asc' }],
  '-price': [{ field: 'price', direction: 'desc' }],
  '-distance': [{ field: 'miles', direction: 'desc' }],
};

const conditions: Record<ListingFilter, Where> = {
  unread: { read: false },
  saved: { saved: true },
  hidden: {},
  'price-drop': { kind: 'price drop' },
  withdrawn: { withdrawnAt: { gt: '' } },
  called: { status: 'called' },
  offered: { status: 'offered' },
  won: { status: 'won' },
  dead: { status: 'dead' },
};

type MemberWhere = Where & { userId: string };

function buildWhere(userId: string, { q = '', filter, type, search }: Omit<MemberListingFilters, 'sort'>): MemberWhere {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return {
    userId,
    hidden: filter === 'hidden',
    ...(filter && conditions[filter]),
    ...(type && { propertyType: type }),
    ...(search && { searchKeys: { contains: [toSearchKey(search)] } }),
    ...(words.length > 0 && { text: { contains: words } }),
  };
}

async function presentAll(views: ViewReader, docs: MemberListingDoc[]): Promise<ListingView[]> {
  const listings = await findListings(
    views,
    docs.map(({ listingId }) => listingId),
  );
  return docs.flatMap((doc, index) => {
    const listing = listings[index] ?? null;
    return listing === null ? [] : [presentMemberListing(doc, listing)];
  });
}

/** A listing that was alerted to a member, as it is now. */
export function presentMemberListing(doc: MemberListingDoc, listing: FoundListingDoc): ListingView {
  const { listingId: id, kind, sentAt, price, previousPrice, withdrawnAt } = doc;
  const alertedListing = copyListing({ ...listing, place: listing }, { price, previousPrice });
  const { latitude, longitude } = listing;
  return {
    ...presentMatch(alertedListing, doc, { id, kind, sentAt }),
    pictures: linkFirstPicture(listing.pictureIds),
    location: { latitude, longitude },
    withdrawnAt,
    marks: pickMarks(doc),
  };
}

/** The content of the card 'Recent sent listings': saved and delivered together, newest first, at most 15. */
export async function listRecentListings(views: ViewReader, user: UserDoc): Promise<ListingView[]> {
  const newest = await readPage(views, buildWhere(user.id, {}), { sort: 'newest', limit: maxRecentListings });
  return [...newest.listings, ...user.recentListings.map(presentSavedListing)]
    .sort((a, b) => compareNewestFirst(a.sentAt, b.sentAt))
    .slice(0, maxRecentListings);
}

/** The id of a listing that an admin saved for a user, by its place in their list. */
export function buildSavedListingId({ timestamp }: Pick<SavedListing, 'timestamp'>, index: number): string {
  return `saved-${index}-${timestamp}`;
}

/** '45000' or '45,000'. */
const isBareNumber = (text: string) => /^\s*(?:\d+|\d{1,3}(?:,\d{3})+)\s*$/.test(text);

/** A bare number becomes dollars, any other price stays as typed. */
function presentSavedListing({ price: typed, timestamp: sentAt, ...texts }: SavedListing, index: number): ListingView {
  const id = buildSavedListingId({ timestamp: sentAt }, index);
  return {
    ...texts,
    id,
    price: parsePrice(typed, '')?.price ?? null,
    priceText: isBareNumber(typed) ? formatWholeDollars(Number(typed.replaceAll(',', ''))) : typed,
    sentAt,
    kind: 'saved',
    pictures: texts.imageUrl === '' ? null : linkPicture(id),
    previousPrice: null,
    propertyType: null,
    place: null,
    facts: readFacts({ ...texts, propertyType: null }),
    signals: [],
    miles: null,
    searches: [],
    why: [],
    withdrawnAt: null,
    marks: { ...noMarks, read: true },
  };
}

/** ISO 8601 times in UTC compare as texts. */
function compareNewestFirst(some: string, other: string): number {
  if (some === other) return 0;
  return some > other ? -1 : 1;
}
