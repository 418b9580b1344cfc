import type { AlertKind, DeliveredAlert } from '#domain/alert/events.ts';
import { type FittingSearches, idsOfSearches, type MatchFigures } from '#domain/matching/index/matched-member.ts';
import { type ListingMarks, noMarks, pickMarks } from '#domain/listing/marks.contract.ts';
import type { MemberMark } from '#domain/member-listing/events.ts';
import type { PropertyType } from '#domain/listing/property-types.contract.ts';
import { findShard } from '#domain/matching/shards.ts';
import { matchType } from '#domain/shared/match-type.ts';
import type { Recorded } from '#domain/shared/decider.ts';
import { getPartName } from './store/part-name.ts';
import { type EventOf, partitionProjection, type Projection } from './projection.ts';

/**
 * A listing that was alerted to a member, in its newest state: `sentAt` is that of the newest alert. `text` is what a
 * search looks in, in lower case.
 */
export type MemberListingDoc = MatchFigures &
  FittingSearches &
  ListingMarks & {
    id: string;
    userId: string;
    listingId: string;
    n: number;
    kind: AlertKind;
    sentAt: string;
    price: number;
    previousPrice: number | null;
    propertyType: PropertyType;
    withdrawnAt: string | null;
    text: string;
    /** The ids of the searches that it fits, each between two `|`. */
    searchKeys: string;
  };

type HandledType =
  | 'AlertsDelivered'
  | 'ListingMarked'
  | 'ListingFound'
  | 'ListingRepriced'
  | 'ListingRetyped'
  | 'ListingWithdrawn'
  | 'UserDeleted';

export const memberListings: Projection<HandledType, MemberListingDoc> = {
  view: 'member-listings',
  version: 4,
  indexes: [['userId', 'sentAt'], ['userId', 'price'], ['userId', 'miles'], ['listingId']],
  relations: ['userId', 'listingId'],
  handles: [
    ...(['AlertsDelivered', 'ListingMarked', 'ListingFound', 'ListingRepriced'] as const),
    ...(['ListingRetyped', 'ListingWithdrawn', 'UserDeleted'] as const),
  ],
  idsOf: (event) => {
    if (event.type === 'ListingMarked') return event.data.members.flatMap(listMarkedIds);
    if (event.type !== 'AlertsDelivered') return [];
    const { listingId, members } = event.data;
    return members.flatMap(({ userId, figures }) => (figures ? [buildMemberListingId({ userId, listingId })] : []));
  },
  relatedTo: ({ type, data, revision }) => {
    if (type === 'UserDeleted') return { field: 'userId', value: data.userId };
    if (type === 'AlertsDelivered' || type === 'ListingMarked') return null;
    // No member was alerted of a listing before it was found for the first time.
    return type === 'ListingFound' && revision === 0 ? null : { field: 'listingId', value: data.listingId };
  },
  evolve: (doc, event, id) => evolveMemberListing(event, doc, id),
};

const partitionCount = 4;
const findPartition = (userId: string) => findShard(userId, partitionCount).index;

/** The view in parts by member: this one grows with every alert, while the others grow with users and listings. */
export const memberListingPartitions = partitionProjection(memberListings, {
  count: partitionCount,
  partOf: (id) => findPartition(id.slice(0, id.indexOf('/'))),
});

/** The view that has the listings of a member. */
export function memberListingsOf(userId: string): string {
  return getPartName(memberListings.view, findPartition(userId));
}

const evolveMemberListing = matchType<
  Recorded<EventOf<HandledType>>,
  [MemberListingDoc | null, string],
  MemberListingDoc | null
>({
  AlertsDelivered: ({ data }, doc, id) => applyDelivered(data, doc, id),
  ListingMarked: ({ data: { members } }, doc, id) => {
    const mark = members.find((member) => listMarkedIds(member).includes(id));
    if (doc === null || mark === undefined) return doc;
    const { read = doc.read, saved = doc.saved, hidden = doc.hidden, note = doc.note, status = doc.status } = mark;
    return { ...doc, read, saved, hidden, note, status };
  },
  ListingFound: (_event, doc) => doc && { ...doc, withdrawnAt: null },
  ListingRepriced: ({ data: { price } }, doc) => doc && { ...doc, price },
  ListingRetyped: ({ data: { facts } }, doc) => doc && { ...doc, propertyType: facts.propertyType },
  ListingWithdrawn: ({ metadata }, doc) => doc && { ...doc, withdrawnAt: metadata.at },
  UserDeleted: () => null,
});

function applyDelivered(data: DeliveredAlert, doc: MemberListingDoc | null, id: string): MemberListingDoc | null {
  const { listingId, n, kind, listing, at: sentAt } = data;
  const member = mapFiguresByUser(data).get(id);
  if (member === undefined || (doc !== null && doc.n > n)) return doc;
  const { price, previousPrice, propertyType } = listing;
  const alert = { listingId, n, kind, sentAt, price, previousPrice, propertyType, text: toSearchText(listing) };
  return { id, ...member, ...alert, withdrawnAt: null, ...pickMarks(doc ?? noMarks), read: false };
}

type MemberFigures = MatchFigures & FittingSearches & { userId: string; searchKeys: string };
const figuresByEvent = new WeakMap<DeliveredAlert, Map<string, MemberFigures>>();

/** The members of an event are put in a map once, because an event with 500 members is looked up 500 times. */
function mapFiguresByUser(data: DeliveredAlert): Map<string, MemberFigures> {
  const cachedFigures = figuresByEvent.get(data);
  if (cachedFigures) return cachedFigures;
  const { listingId } = data;
  const created = new Map(
    data.members.flatMap(({ userId, figures, searches }) => {
      if (figures === null) return [];
      const found = { userId, ...figures, ...(searches && { searches }) };
      const searchKeys = idsOfSearches(found).map(toSearchKey).join('');
      return [[buildMemberListingId({ userId, listingId }), { ...found, searchKeys }] as const];
    }),
  );
  figuresByEvent.set(data, created);
  return created;
}

/** What the `searchKeys` of a listing contain that fits this search. */
export function toSearchKey(searchId: string): string {
  return `|${searchId}|`;
}

function toSearchText({ title, city, county, state, zipCode }: DeliveredAlert['listing']): string {
  return [title, city, county, state, zipCode].filter(Boolean).join(' ').toLowerCase();
}

function listMarkedIds({ userId, listingId }: MemberMark): string[] {
  return listingId === null ? [] : [buildMemberListingId({ userId, listingId })];
}

export function buildMemberListingId({ userId, listingId }: { userId: string; listingId: string }): string {
  return `${userId}/${listingId}`;
}
