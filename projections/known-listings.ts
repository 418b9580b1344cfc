import type { ListingData } from '#domain/intake/parsed-item.ts';
import { mostListingsOfOne } from '#domain/deduplication/find-repost.ts';
import { type KnownListing, type RepostEntry, toKnownListing } from '#domain/deduplication/known-listing.ts';
import {
  findPlaceKey,
  listMentions,
  toAddressListKey,
  toParcelKey,
  type Trait,
} from '#domain/deduplication/listing-keys.ts';
import { matchType } from '#domain/shared/match-type.ts';
import type { Recorded } from '#domain/shared/decider.ts';
import type { OfferEventType } from './listings.ts';
import type { EventOf, Projection } from './projection.ts';
import type { Query, ViewReader } from './store/port.ts';

/** The fingerprint of a listing that is or was on offer, under the key of its place and price. Hashes are packed as base64. */
type FingerprintDoc = Omit<KnownListing, 'listingId' | 'title' | 'details'> & {
  id: string;
  key: string;
  foundAt: string;
  title: string;
  details: string;
};

/** The same listing under the key of a parcel or an address; `mention` is an address that its details name. */
type KeyDoc = {
  id: string;
  key: string;
  foundAt: string;
  listingId: string;
  mention: string | null;
  isActive: boolean;
};

type KnownListingDoc = FingerprintDoc | KeyDoc;

type HandledType = OfferEventType;

export const knownListings: Projection<HandledType, KnownListingDoc> = {
  view: 'known-listings',
  version: 1,
  indexes: [['key', 'foundAt'], ['picture', 'isActive'], ['text', 'isActive'], ['mention', 'isActive'], ['listingId']],
  relations: ['listingId'],
  isSparse: true,
  handles: ['ListingFound', 'ListingRepriced', 'ListingRetyped', 'ListingReposted', 'ListingWithdrawn'],
  idsOf: (event) => {
    if (event.type === 'ListingFound') return [...createDocs(event).keys()];
    return isFirstAsRepost(event) ? [] : [event.data.listingId];
  },
  relatedTo: (event) => {
    const { type, data, revision } = event;
    const isNamedAgain = type === 'ListingWithdrawn' || type === 'ListingReposted' || type === 'ListingFound';
    return isNamedAgain && revision > 0 ? { field: 'listingId', value: data.listingId } : null;
  },
  evolve: (doc, event, id) => evolveKnownListing(event, doc, id),
};

/** A listing that was never on offer itself. */
const isFirstAsRepost = ({ type, revision }: Recorded<EventOf<HandledType>>): boolean =>
  type === 'ListingReposted' && revision === 0;

const evolveKnownListing = matchType<
  Recorded<EventOf<HandledType>>,
  [KnownListingDoc | null, string],
  KnownListingDoc | null
>({
  ListingFound: (event, _doc, id) => createDocs(event).get(id) ?? null,
  ListingRepriced: ({ data: { price } }, doc) => {
    if (!isFingerprint(doc)) return doc;
    const repriced = { ...doc, price };
    return { ...repriced, key: findPlaceKey(repriced) };
  },
  ListingRetyped: ({ data: { facts } }, doc) =>
    isFingerprint(doc) ? { ...doc, propertyType: facts.propertyType } : doc,
  ListingReposted: () => null,
  ListingWithdrawn: (_event, doc) => doc && { ...doc, isActive: false },
});

const isFingerprint = (doc: KnownListingDoc | null): doc is FingerprintDoc => doc !== null && 'price' in doc;

export function toRepostEntry(data: ListingData): RepostEntry {
  const { listingId, title, details, price, imageUrl, parcel, propertyType, place } = data;
  return { listingId, title, details, price, imageUrl, parcel, propertyType, ...place };
}

const docsByEvent = new WeakMap<ListingData, ReadonlyMap<string, KnownListingDoc>>();

/** The documents of a listing by id, made once: an event is asked for each of them. */
function createDocs({ data, metadata }: Recorded<EventOf<'ListingFound'>>): ReadonlyMap<string, KnownListingDoc> {
  const cachedDocs = docsByEvent.get(data);
  if (cachedDocs) return cachedDocs;
  const known = toKnownListing(toRepostEntry(data));
  const mentions = listMentions(known);
  const { listingId } = known;
  const own = { listingId, foundAt: metadata.at, isActive: true };
  const docs: KnownListingDoc[] = [
    toFingerprintDoc(known, metadata.at),
    ...known.parcels.map((parcel) => ({
      id: `${parcel}/${listingId}`,
      key: toParcelKey(parcel),
      mention: null,
      ...own,
    })),
    ...[...new Set(known.addresses)].map((address) => {
      const mention = mentions.includes(address) ? address : null;
      return { id: `${address}/${listingId}`, key: toAddressListKey(address), mention, ...own };
    }),
  ];
  const created = new Map(docs.map((doc) => [doc.id, doc]));
  docsByEvent.set(data, created);
  return created;
}

function toFingerprintDoc(known: KnownListing, foundAt: string): FingerprintDoc {
  const { listingId: id, title, details, ...rest } = known;
  const packed = { title: packHashes(title), details: packHashes(details) };
  return { id, key: findPlaceKey(known), foundAt, ...rest, ...packed };
}

function toListing(doc: FingerprintDoc): KnownListing {
  const { id, title, details, ...rest } = doc;
  const unpacked = { title: unpackHashes(title), details: unpackHashes(details) };
  return { ...rest, listingId: id, ...unpacked };
}

const packHashes = (hashes: ArrayLike<number>): string =>
  Buffer.from(Uint32Array.from(hashes).buffer).toString('base64');

function unpackHashes(packed: string): Uint32Array {
  const bytes = Uint8Array.from(Buffer.from(packed, 'base64'));
  return new Uint32Array(bytes.buffer);
}

/** The most documents that are read of one key: the newest listings at the centre of a town, of one price band. */
const mostOfKey = 200;
/** The most that are read for several keys at once; where there are more, each key is read alone. */
const mostAtOnce = 500;

/**
 * The listings under these keys, oldest first by key, active or found after `since` (ISO 8601): at most the newest 200
 * of each key.
 */
export async function findKnownListings(
  views: ViewReader,
  keys: string[],
  since: string,
): Promise<Map<string, KnownListing[]>> {
  const sort = { sort: [{ field: 'foundAt', direction: 'desc' as const }] };
  const where = { foundAt: { gt: '' } };
  const docs = await listEach<KnownListingDoc>(views, {
    field: 'key',
    values: keys,
    where,
    most: mostOfKey,
    mostAtOnce,
    ...sort,
  });
  const named = docs.flatMap((doc) => (isFingerprint(doc) ? [] : [doc.listingId]));
  const fingerprints = new Map(docs.filter(isFingerprint).map((doc) => [doc.id, doc]));
  const missing = [...new Set(named)].filter((id) => !fingerprints.has(id));
  for (const doc of await views.getMany<FingerprintDoc>(knownListings.view, missing))
    if (doc !== null) fingerprints.set(doc.id, doc);
  const listings = new Map<string, KnownListing>();
  for (const [id, doc] of fingerprints) if (doc.isActive || doc.foundAt > since) listings.set(id, toListing(doc));
  const byKey = new Map<string, KnownListing[]>();
  for (const doc of docs.toReversed()) {
    const listing = listings.get(isFingerprint(doc) ? doc.id : doc.listingId);
    if (listing === undefined) continue;
    const others = byKey.get(doc.key);
    if (others === undefined) byKey.set(doc.key, [listing]);
    else others.push(listing);
  }
  return byKey;
}

/** The ids of active listings with each value of a trait, as many of each as decide. */
export async function findSharing(
  views: ViewReader,
  field: Trait['field'],
  values: Trait['value'][],
): Promise<Map<Trait['value'], string[]>> {
  const most = mostListingsOfOne + 1;
  const docs = await listEach<KnownListingDoc>(views, {
    field,
    values,
    where: { isActive: true },
    most,
    mostAtOnce: most * values.length,
  });
  const sharing = new Map<Trait['value'], string[]>();
  for (const doc of docs) {
    const value = readTrait(doc, field);
    if (value === null) continue;
    const id = isFingerprint(doc) ? doc.id : doc.listingId;
    sharing.set(value, [...(sharing.get(value) ?? []), id]);
  }
  return sharing;
}

function readTrait(doc: KnownListingDoc, field: Trait['field']): Trait['value'] | null {
  if (isFingerprint(doc)) return field === 'mention' ? null : doc[field];
  return field === 'mention' ? doc.mention : null;
}

type EachQuery = Pick<Query, 'where' | 'sort'> & {
  field: string;
  values: (string | number)[];
  most: number;
  mostAtOnce: number;
};

/** The first `most` documents with each of these values of a field, and possibly more: with one query where it suffices. */
async function listEach<D extends KnownListingDoc>(
  views: ViewReader,
  { field, values, most, mostAtOnce, where, sort = [] }: EachQuery,
): Promise<D[]> {
  if (values.length === 0) return [];
  const listWhere = (condition: string | number | { in: (string | number)[] }, limit: number) =>
    views.list<D>(knownListings.view, { where: { [field]: condition, ...where }, sort, limit });
  const { docs, cursor } = await listWhere({ in: values }, mostAtOnce);
  if (cursor === undefined) return docs;
  const pages = await Promise.all(values.map((value) => listWhere(value, most)));
  return pages.flatMap((page) => page.docs);
}
