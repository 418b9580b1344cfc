import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { startPosition } from '#domain/shared/decider.ts';
import { projections } from '#projections/all.ts';
import { readListingsOfAll } from '#projections/lists/member-listing-pages.ts';
import { readPages } from '#projections/store/list-all.ts';
import type { Doc, StoredDocument, ViewReader } from '#projections/store/port.ts';
import { openSqliteViewStore } from '#projections/store/sqlite/sqlite.ts';
import { type UserDoc, users } from '#projections/users.ts';
import { parsePublicKeys } from '#server/modules/audit/hash-chain/check-seals.ts';
import { findPublicSealKey } from '#server/modules/audit/hash-chain/seal-key.ts';
import { verifyInstallation } from '#server/modules/audit/verification/verify-installation.ts';
import type { OutboxItem } from '#server/platform/outbox/item.ts';
import { loadStorageConfig, type StorageConfig } from '#server/platform/config/storage-config.ts';
import { rebuildViews } from '#server/platform/projector/rebuild.ts';
import { computeViewDigest } from '#server/platform/projector/view-digest.ts';
import { openStores, type Stores } from '#server/platform/storage/stores.ts';
import { findHouses, type LoggedEvent, type Outcome } from './outcome.ts';

type StoredOutcome = Pick<Outcome, 'events' | 'dashboards' | 'addresses' | 'digests' | 'chain' | 'unfinished'> & {
  traces: string[];
};
type ErasedUser = { userId: string; email: string };
const maxEvents = 10_000_000;
const pageSize = 1_000;

/** What is in the stores while no process of the product runs, and where the texts of an erased user are left. */
export async function readStores(env: Record<string, string>, erased: ErasedUser | null): Promise<StoredOutcome> {
  const config = loadStorageConfig(env);
  const stores = await openStores(config);
  try {
    const { events: log, views } = stores;
    const events: LoggedEvent[] = await log.readAll(startPosition, maxEvents);
    const addresses = new Map<string, string>();
    for await (const page of readPages<UserDoc>(views, users.view))
      for (const { id, email } of page) addresses.set(id, email);
    return {
      events,
      addresses,
      dashboards: await readDashboards(views, events),
      digests: await compareWithReplay(stores, config.dataDir),
      chain: await verifyLog(config, stores),
      unfinished: await listUnfinished(stores),
      traces: erased === null ? [] : await findTraces(stores, erased),
    };
  } finally {
    await stores.close();
  }
}

async function readDashboards(views: ViewReader, events: LoggedEvent[]): Promise<Outcome['dashboards']> {
  const houseOf = new Map(
    events.flatMap(({ type, data }) => {
      if (type !== 'ListingFound') return [];
      const { listingId, title } = data as { listingId: string; title: string }; // this event has this shape
      return [[listingId, findHouses(title)[0] ?? '']];
    }),
  );
  const dashboards: Outcome['dashboards'] = new Map();
  for await (const page of readListingsOfAll(views)) {
    for (const { userId, listingId } of page) {
      const houses = dashboards.get(userId) ?? [];
      dashboards.set(userId, houses);
      houses.push(houseOf.get(listingId) ?? listingId);
    }
  }
  return dashboards;
}

async function compareWithReplay({ events, views }: Stores, folder: string): Promise<Outcome['digests']> {
  const fresh = openSqliteViewStore(join(folder, `replay-${randomUUID()}.sqlite`));
  try {
    await rebuildViews({ events, views: fresh, projections });
    const digest = async (of: ViewReader, view: string) => JSON.stringify(await computeViewDigest(of, view));
    const digests: Outcome['digests'] = [];
    // One after the other: a file is read on this thread, on which a server's answer would wait.
    for (const { view } of projections)
      digests.push({ view, shown: await digest(views, view), replayed: await digest(fresh, view) });
    return digests;
  } finally {
    await fresh.close();
  }
}

async function verifyLog(config: StorageConfig, { documents }: Pick<Stores, 'documents'>): Promise<Outcome['chain']> {
  const key = await findPublicSealKey(documents);
  const keys = parsePublicKeys(key === null ? [] : [key.publicKey]);
  const options = { keys, isFull: true, onProgress: () => undefined, progressIntervalMs: 1_000 };
  const { verdict, storedLength } = await verifyInstallation(config, options);
  return { verified: verdict.events, stored: storedLength ?? 0, difference: verdict.difference?.sentence ?? null };
}

/** Messages that are not sent, and events that were set aside. */
async function listUnfinished({ documents }: Pick<Stores, 'documents'>): Promise<string[]> {
  const problems: string[] = [];
  for await (const page of readPages<OutboxItem>(documents, 'outbox'))
    problems.push(...page.map(({ id, state, error }) => `${id} is ${state} in the outbox: ${error ?? 'not tried'}`));
  for (const space of ['digests', 'failed-events'] as const)
    for await (const page of readPages(documents, space)) problems.push(...page.map(({ id }) => `${space} has ${id}`));
  return problems;
}

/** Documents that name the user by address or id, and views that have the address: their lines name users by id. */
async function findTraces(
  { views, documents }: Pick<Stores, 'views' | 'documents'>,
  { userId, email }: ErasedUser,
): Promise<string[]> {
  const traces: string[] = [];
  const look = (where: string, doc: Doc, texts: string[]) => {
    const content = JSON.stringify(doc);
    if (texts.some((text) => content.includes(text))) traces.push(`${where}: ${doc.id}`);
  };
  for (const { view } of projections) {
    for await (const page of readPages(views, view)) for (const doc of page) look(view, doc, [email]);
  }
  for (const space of await documents.spaces()) {
    // A destroyed key leaves the time of its destruction under the id.
    for await (const doc of readSpace(documents, space)) if (!('erasedAt' in doc)) look(space, doc, [email, userId]);
  }
  return traces;
}

async function* readSpace(documents: Stores['documents'], space: string): AsyncGenerator<Doc> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page: StoredDocument[] = await documents.page(space, after, pageSize);
    for (const { doc } of page) yield doc;
    after = page.at(-1)?.doc.id;
  }
}
