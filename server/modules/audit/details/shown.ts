import type { HistoryEvent } from '#domain/history/contract.ts';
import { isUser } from '#domain/workflow-log/actors.ts';
import type { Names } from '#domain/workflow-log/sentences.ts';
import { type ListingDoc, listings } from '#projections/listings.ts';
import type { Doc, ViewReader } from '#projections/store/port.ts';
import { type UserDoc, users } from '#projections/users.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { blockSize, type ChainBlock, chainView, hashAt, unpacked } from '../hash-chain/chain-blocks.ts';
import { listingIdsIn } from '../search/listing-ids.ts';
import { peopleIn } from '../search/people.ts';
import { sentenceOf } from '../search/sentence.ts';

type Views = { views: ViewReader; history: Pick<ViewReader, 'list'> };
/** A page names at most so many; the members of a large alert are only counted in its sentence. */
const mostNamed = 2_000;

export type Showing = { names: Names; emailOf: (id: string) => string | null };

/** How ids in these events read today. */
export async function showingOf(views: ViewReader, events: readonly StoredEvent[]): Promise<Showing> {
  const people = new Set(events.flatMap((event) => [event.metadata.actor, ...fewIn(event)]));
  const offers = new Set(events.flatMap(listingIdsIn));
  const [accounts, found] = await Promise.all([
    docsOf<UserDoc>(views, users.view, [...people].filter(isUser)),
    docsOf<ListingDoc>(views, listings.view, [...offers]),
  ]);
  const emailOf = (id: string) => accounts.get(id)?.email ?? null;
  const titleOf = (id: string) => {
    const offer = found.get(id);
    return offer && 'title' in offer ? offer.title : 'a listing';
  };
  return { emailOf, names: { user: (id) => emailOf(id) ?? 'a deleted user', listing: titleOf } };
}

/** Sentences name nobody where there are several, but for notes. */
function fewIn(event: StoredEvent): string[] {
  const people = [...peopleIn(event)];
  return people.length > 3 && event.type !== 'NoteTaken' ? [] : people;
}

async function docsOf<D extends Doc>(views: ViewReader, view: string, ids: string[]): Promise<Map<string, D>> {
  const docs = ids.length === 0 ? [] : await views.getMany<D>(view, ids.slice(0, mostNamed));
  return new Map(docs.flatMap((doc) => (doc ? [[doc.id, doc]] : [])));
}

/** Events as auditors read them, with their hashes. */
export async function shownEvents({ views, history }: Views, events: readonly StoredEvent[]): Promise<HistoryEvent[]> {
  const { names, emailOf } = await showingOf(views, events);
  const linkOf = linker(history);
  const shown: HistoryEvent[] = [];
  for (const event of events) {
    const { position, id, stream, revision, type, data, metadata } = event;
    const { actor, at } = metadata;
    shown.push({
      position,
      id,
      stream,
      revision,
      type,
      at,
      actor: { id: actor, email: isUser(actor) ? emailOf(actor) : null },
      sentence: sentenceOf(event, names),
      data,
      metadata,
      ...(await linkOf(position)),
    });
  }
  return shown;
}

type Shown = { ordinal: number | null; hash: string | null };

/** Hashes by position; neighbours lie in one block, which is read once. */
function linker(history: Pick<ViewReader, 'list'>) {
  let block: ChainBlock | null = null;
  let hashes: Buffer = Buffer.alloc(0);

  return async (position: number): Promise<Shown> => {
    if (!block || position < block.first || position > block.last) {
      const sort = [{ field: 'first', direction: 'desc' as const }];
      const query = { where: { first: { lt: position + 1 } }, sort, limit: 1 };
      block = (await history.list<ChainBlock>(chainView.view, query)).docs[0] ?? null;
      hashes = block ? unpacked(block).hashes : hashes;
    }
    const nth = block?.positions.indexOf(position) ?? -1;
    if (!block || nth === -1) return { ordinal: null, hash: null };
    const hash = hashAt({ hashes, positions: block.positions }, nth).toString('hex');
    return { ordinal: Number(block.id) * blockSize + nth + 1, hash };
  };
}
