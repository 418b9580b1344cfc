import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import {
  type Doc,
  type LeasedViewStore,
  type ListedDocuments,
  StoreDamaged,
  StoreUnavailable,
} from '#projections/store/port.ts';
import { openRoots, type Roots } from '#server/platform/encryption/roots.ts';
import { openDataFolder } from './data-folder.ts';
import { keyInFolder } from '#server/platform/encryption/key-file.ts';
import { orRefused } from '#server/lib/file-errors.ts';
import { StartRefused } from '#server/lib/errors.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { upcasting } from '#server/platform/event-store/upcasting.ts';
import { type Places, wrongAddress } from '#server/platform/config/places.ts';
import { sealing } from '#server/platform/encryption/sealing.ts';
import { openSubjectKeys, type SubjectKeys } from '#server/platform/encryption/subject-keys.ts';

export type Stores = {
  events: EventStore;
  /** The log as it lies on disk, below all that opens and translates it: to be read, never written. */
  stored: EventStore;
  views: LeasedViewStore;
  documents: ListedDocuments;
  subjectKeys: SubjectKeys;
  roots: Roots;
  /** Leaves nothing on disk of what was removed from views and documents, as far as this process has it in hand. */
  scrub: () => Promise<void>;
  close: () => Promise<void>;
};
type Log = Pick<Logger, 'warn' | 'error' | 'fatal'>;
type Closing = { close: () => void | Promise<void> };

const logFile = 'events.sqlite';
const viewsFile = 'views.sqlite';
const documentsFile = 'vault.sqlite';
const historyFile = 'history.sqlite';
const restore = 'Restore it from a backup, or use the version of this program that wrote it.';
const advice: Partial<Record<string, string>> = {
  [logFile]: restore,
  [documentsFile]: restore,
  [viewsFile]: 'Run `npm run rebuild`: it builds the views again from the log.',
  [historyFile]: 'Move it away: another is made of the log, and `npm run history -- verify` holds that to its seals.',
};

/**
 * Opens the stores where they are. What lies in the data folder is locked against other processes; engines beside
 * need not answer yet. Throws StartRefused.
 */
export async function openStores(places: Places, log?: Log): Promise<Stores> {
  const opened: Closing[] = [];
  const keep = <S extends Closing>(part: S): S => {
    opened.push(part);
    return part;
  };
  const close = async () => {
    for (const part of opened.toReversed()) await part.close();
  };
  try {
    const { eventStoreUrl, mongoUrl } = places;
    if (eventStoreUrl === null || mongoUrl === null) keep(openDataFolder(places.dataDir));
    const stored = keep(await (eventStoreUrl === null ? embeddedLog(places) : externalLog(eventStoreUrl, log)));
    const kept = await (mongoUrl === null ? embeddedDocuments(places, keep) : externalDocuments(mongoUrl, keep));
    const own = { documents: kept.documents, credentialKey: () => credentialKeyOf(places) };
    const [subjectKeys, roots] = [openSubjectKeys(own), openRoots(own)];
    return {
      events: upcasting(sealing(stored, subjectKeys, log)),
      stored,
      ...kept,
      subjectKeys,
      roots,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The log alone, to be read while a server may be writing it. Throws StartRefused. */
export async function openLog(places: Places): Promise<EventStore> {
  const path = resolve(places.dataDir);
  if (places.eventStoreUrl === null && !existsSync(join(path, logFile))) {
    throw new StartRefused(`There is no log in DATA_DIR ${path}: set DATA_DIR to the data folder of a server`);
  }
  const stored = await (places.eventStoreUrl === null
    ? embeddedLog(places, { readOnly: true })
    : externalLog(places.eventStoreUrl));
  const documents = documentsWhenNeeded(places);
  const keys = openSubjectKeys({ documents, credentialKey: () => credentialKeyOf(places) });
  const close = async () => {
    await stored.close();
    await documents.close();
  };
  return { ...upcasting(sealing(stored, keys)), close };
}

/** The log as it lies on disk, to be verified while a server may be writing it. Throws StartRefused. */
export async function openStoredLog(places: Places): Promise<EventStore> {
  const path = resolve(places.dataDir);
  if (places.eventStoreUrl !== null) return externalLog(places.eventStoreUrl);
  if (existsSync(join(path, logFile))) return embeddedLog(places, { readOnly: true });
  throw new StartRefused(`There is no log in DATA_DIR ${path}: set DATA_DIR to the data folder of a server`);
}

/**
 * What is kept of the history beside the views: with them in MongoDB, else in a file of its own, so that no rebuild of
 * the views waits for it. Throws StartRefused.
 */
export async function openHistoryViews({ dataDir, mongoUrl }: Places): Promise<LeasedViewStore> {
  if (mongoUrl !== null) {
    const { openMongoViewStore } = await import('#projections/store/mongo/mongo.ts');
    return addressed('MONGODB_URL', () => openMongoViewStore(mongoUrl));
  }
  const { openSqliteViewStore } = await import('#projections/store/sqlite/sqlite.ts');
  return readable(resolve(dataDir), historyFile, openSqliteViewStore);
}

/** Whether there is anything of the history to be read beside a log that lies in files. */
export function hasHistoryViews({ dataDir, mongoUrl }: Places): boolean {
  return mongoUrl !== null || existsSync(join(resolve(dataDir), historyFile));
}

/** Throws StartRefused. */
function credentialKeyOf({ credentialKey, dataDir }: Places): string {
  const key = credentialKey ?? keyInFolder(dataDir, 'credential.key');
  if (key !== null) return key;
  throw new StartRefused('The personal data of this log are sealed: give the CREDENTIAL_KEY that its server has');
}

/** For a reader beside a server: nothing is opened before something sealed is met. */
export function documentsWhenNeeded(
  places: Places,
): Pick<ListedDocuments, 'getMany' | 'putNew' | 'put' | 'page' | 'close'> {
  const open = async (): Promise<ListedDocuments> => {
    if (places.mongoUrl === null) {
      const { openSqliteDocuments } = await import('#projections/store/sqlite/sqlite.ts');
      return readable(resolve(places.dataDir), documentsFile, (file) => openSqliteDocuments(file, { readOnly: true }));
    }
    const { openMongoDocuments } = await import('#projections/store/mongo/mongo.ts');
    const { mongoUrl } = places;
    return addressed('MONGODB_URL', () => openMongoDocuments(mongoUrl));
  };
  let opening: Promise<ListedDocuments> | null = null;
  const opened = () => (opening ??= open());
  return {
    getMany: async <D extends Doc>(space: string, ids: string[]) => (await opened()).getMany<D>(space, ids),
    putNew: async (space, doc) => (await opened()).putNew(space, doc),
    put: async (space, doc, expires) => (await opened()).put(space, doc, expires),
    page: async (space, after, limit) => (await opened()).page(space, after, limit),
    close: async () => {
      await (await opening?.catch(() => null))?.close();
    },
  };
}

type Kept = Pick<Stores, 'views' | 'documents' | 'scrub'>;
type Keep = <S extends Closing>(part: S) => S;

async function embeddedLog({ dataDir }: Places, options: { readOnly?: boolean } = {}): Promise<EventStore> {
  const { openSqliteEventStore } = await import('#server/platform/event-store/sqlite/sqlite.ts');
  return readable(resolve(dataDir), logFile, (file) => openSqliteEventStore(file, options));
}

async function externalLog(url: string, log?: Log): Promise<EventStore> {
  const { openEventStoreDb } = await import('#server/platform/event-store/eventstoredb/eventstoredb.ts');
  return addressed('EVENTSTORE_URL', () => openEventStoreDb(url, log && { log }));
}

async function embeddedDocuments({ dataDir }: Places, keep: Keep): Promise<Kept> {
  const { openSqliteDocuments, openSqliteViewStore } = await import('#projections/store/sqlite/sqlite.ts');
  const folder = resolve(dataDir);
  const documents = keep(readable(folder, documentsFile, (file) => openSqliteDocuments(file)));
  const views = keep(readable(folder, viewsFile, openSqliteViewStore));
  const scrub = async () => {
    await views.scrub();
    await documents.scrub();
  };
  return { documents, views, scrub };
}

async function externalDocuments(url: string, keep: Keep): Promise<Kept> {
  const { openMongoDocuments, openMongoViewStore } = await import('#projections/store/mongo/mongo.ts');
  const documents = keep(addressed('MONGODB_URL', () => openMongoDocuments(url)));
  const views = keep(addressed('MONGODB_URL', () => openMongoViewStore(url)));
  return { documents, views, scrub: () => Promise.resolve() };
}

/** What a client says of an address may quote it, password and all. */
function addressed<S>(name: keyof typeof wrongAddress, open: () => S): S {
  try {
    return open();
  } catch {
    throw new StartRefused(wrongAddress[name]);
  }
}

/** Removes a file of views that is damaged, or of another layout, so that a rebuild can begin from nothing. True where it did. */
export async function discardDamagedViews({ dataDir, mongoUrl }: Places): Promise<boolean> {
  if (mongoUrl !== null) return false;
  const { openSqliteViewStore } = await import('#projections/store/sqlite/sqlite.ts');
  const folder = openDataFolder(dataDir);
  try {
    await readable(folder.path, viewsFile, openSqliteViewStore).close();
    return false;
  } catch (error) {
    const isDamaged = error instanceof StartRefused && error.cause instanceof StoreDamaged;
    if (!isDamaged) throw error;
    for (const part of ['', '-wal', '-shm']) rmSync(join(folder.path, viewsFile + part), { force: true });
    return true;
  } finally {
    folder.close();
  }
}

function readable<S>(folder: string, name: string, open: (file: string) => S): S {
  try {
    return orRefused(join(folder, name), () => open(join(folder, name)));
  } catch (error) {
    if (!(error instanceof StoreDamaged || error instanceof StoreUnavailable)) throw error;
    throw new StartRefused(`DATA_DIR ${folder}: ${error.message} ${advice[name] ?? ''}`.trim(), { cause: error });
  }
}
