import type { DeliveredAlert } from '#domain/alert/events.ts';
import type { HistoryEvent } from '#domain/history/contract.ts';
import { isUserActor } from '#domain/workflow-log/actors.ts';
import type { LogNames } from '#domain/workflow-log/message-parts.ts';
import { type ListingDoc, listings } from '#projections/listings.ts';
import type { Doc, ViewReader } from '#projections/store/port.ts';
import { type UserDoc, users } from '#projections/users.ts';
import { mapWithYields } from '#server/lib/delay.ts';
import { hasDamagedData } from '#server/platform/event-store/damage.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { listRelatedUsers } from '#domain/history/related-users.ts';
import { describeEvent } from '#domain/history/describe-event.ts';
import { blockSize, type ChainBlock, chainView, readHash, unpackBlock } from '../hash-chain/chain-blocks.ts';

type PresenterViews = { views: ViewReader; history: Pick<ViewReader, 'list'> };
/** A page names at most this many; the members of a large alert are only counted in its sentence. */
const maxNamedCount = 2_000;

export type NameLookup = { names: LogNames; emailOf: (id: string) => string | null };

/** The present names of the ids in these events. */
export async function loadNames(views: ViewReader, events: readonly StoredEvent[]): Promise<NameLookup> {
  const people = new Set(events.flatMap((event) => [event.metadata.actor, ...listNamedPeople(event)]));
  const offers = new Set(events.flatMap(listListingIds));
  const members = new Map(events.flatMap(readMembers));
  const [accounts, listingDocs] = await Promise.all([
    loadDocs<UserDoc>(views, users.view, [...people].filter(isUserActor)),
    loadDocs<ListingDoc>(views, listings.view, [...offers]),
  ]);
  const emailOf = (id: string) => accounts.get(id)?.email ?? null;
  const titleOf = (id: string) => {
    const offer = listingDocs.get(id);
    return offer && 'title' in offer ? offer.title : 'a listing';
  };
  const user = (id: string) => emailOf(id) ?? 'a deleted user';
  return { emailOf, names: { user, listing: titleOf, member: (token) => members.get(token) ?? null } };
}

/** The tokens of alerted members, with their ids. */
function readMembers(event: StoredEvent): [token: string, userId: string][] {
  if (event.type !== 'AlertsDelivered' || hasDamagedData(event)) return [];
  const { members } = event.data as DeliveredAlert; // the log holds only deliveries of this shape
  return members.flatMap(({ token, userId }) => (token === undefined ? [] : [[token, userId]]));
}

/** Sentences name no user where there are several, except in notes. */
function listNamedPeople(event: StoredEvent): string[] {
  const people = [...listRelatedUsers(event)];
  return people.length > 3 && event.type !== 'NoteTaken' ? [] : people;
}

async function loadDocs<D extends Doc>(views: ViewReader, view: string, ids: string[]): Promise<Map<string, D>> {
  const docs = ids.length === 0 ? [] : await views.getMany<D>(view, ids.slice(0, maxNamedCount));
  return new Map(docs.flatMap((doc) => (doc ? [[doc.id, doc]] : [])));
}

/** Presents events as auditors read them, with their hashes; other work has its turn between large ones. */
export function createEventPresenter({ views, history }: PresenterViews) {
  const linkOf = createHashLookup(history);
  return async (events: readonly StoredEvent[]): Promise<HistoryEvent[]> => {
    const { names, emailOf } = await loadNames(views, events);
    const presented = await mapWithYields(events, (event) => {
      const { position, id, stream, revision, type, data, metadata } = event;
      const { actor, at } = metadata;
      const by = { id: actor, email: isUserActor(actor) ? emailOf(actor) : null };
      const sentence = describeEvent(event, names);
      return { position, id, stream, revision, type, at, actor: by, sentence, data, metadata };
    });
    const linked: HistoryEvent[] = [];
    for (const event of presented) linked.push({ ...event, ...(await linkOf(event.position)) });
    return linked;
  };
}

/** The same for one list of events. */
export function presentEvents(views: PresenterViews, events: readonly StoredEvent[]): Promise<HistoryEvent[]> {
  return createEventPresenter(views)(events);
}

type ChainEntry = { ordinal: number | null; hash: string | null };

/** Hashes by position; neighbors are in one block, which is read once. */
export function createHashLookup(history: Pick<ViewReader, 'list'>) {
  let block: ChainBlock | null = null;
  let hashes: Buffer = Buffer.alloc(0);

  return async (position: number): Promise<ChainEntry> => {
    if (!block || position < block.first || position > block.last) {
      const sort = [{ field: 'first', direction: 'desc' as const }];
      const query = { where: { first: { lt: position + 1 } }, sort, limit: 1 };
      block = (await history.list<ChainBlock>(chainView.view, query)).docs[0] ?? null;
      hashes = block ? unpackBlock(block).hashes : hashes;
    }
    const nth = block?.positions.indexOf(position) ?? -1;
    if (!block || nth === -1) return { ordinal: null, hash: null };
    const hash = readHash({ hashes }, nth).toString('hex');
    return { ordinal: Number(block.id) * blockSize + nth + 1, hash };
  };
}

/** The listing that an event is about, and its title where the event has it; nulls for another event. */
function findListingInfo({ data }: Pick<StoredEvent, 'data'>): { id: string | null; title: string | null } {
  if (typeof data !== 'object' || data === null) return { id: null, title: null };
  const { listingId, originalId, title, listing } = data as Record<string, unknown>; // any fields, checked below
  const id = typeof originalId === 'string' ? originalId : listingId;
  const inner: unknown = typeof listing === 'object' && listing !== null && 'title' in listing ? listing.title : title;
  return { id: typeof id === 'string' ? id : null, title: typeof inner === 'string' ? inner : null };
}

function listListingIds(event: Pick<StoredEvent, 'data'>): string[] {
  const { id } = findListingInfo(event);
  return id === null ? [] : [id];
}
