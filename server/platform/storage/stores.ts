import type { Log } from '#server/lib/log.ts';
import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { MessageCollection, MessageOptions } from '#projections/store/mongo/messages.ts';
import {
  type Doc,
  type LeasedViewStore,
  type ListedDocuments,
  type Query,
  StoreDamaged,
} from '#projections/store/port.ts';
import { createDerivedSecrets, type DerivedSecrets } from '#server/platform/encryption/derived-secrets.ts';
import { openDataDirectory } from './data-directory.ts';
import { assertInstallationOfDocuments, assertInstallationOfFolder, assertInstallationOfLog } from './installation.ts';
import {
  documentsFile,
  hasEmbeddedLog,
  historyFile,
  listStoreFiles,
  logFile,
  viewsFile,
  wrapAddressError,
  wrapDamage,
} from './store-files.ts';
import { readKeyFile } from '#server/platform/encryption/key-file.ts';
import { StartupError } from '#server/lib/errors.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { withoutDamage } from '#server/platform/event-store/damage.ts';
import type { StorageConfig } from '#server/platform/config/storage-config.ts';
import { openEncryptedLog } from '#server/platform/encryption/encrypted-event-store.ts';
import { createSubjectKeys, type SubjectKeys } from '#server/platform/encryption/subject-keys.ts';

export type Stores = {
  /** Reading a damaged event throws StoreDamaged. */
  events: EventStore;
  /** The log as stored, without decryption and upcasting: to be read, never written. */
  encryptedEvents: EventStore;
  views: LeasedViewStore;
  documents: ListedDocuments;
  subjectKeys: SubjectKeys;
  roots: DerivedSecrets;
  /** Erases the disk space of what was removed from views and documents, where this process controls it. */
  scrub: () => Promise<void>;
  close: () => Promise<void>;
};
/** The log and the documents that belong to it. */
export type LogStores = Pick<Stores, 'events' | 'encryptedEvents' | 'documents'>;
type Closeable = { close: () => void | Promise<void> };

/**
 * Opens the stores. Files in the data folder are locked against other processes; external engines need not answer yet.
 * Throws StartupError.
 */
export async function openStores(storageConfig: StorageConfig, log?: Log): Promise<Stores> {
  const closeables: Closeable[] = [];
  const keep = <S extends Closeable>(part: S): S => {
    closeables.push(part);
    return part;
  };
  const close = async () => {
    for (const part of closeables.toReversed()) await part.close();
  };
  try {
    const { eventStoreUrl, mongoUrl } = storageConfig;
    assertInstallationOfFolder(storageConfig);
    if (eventStoreUrl === null || mongoUrl === null) keep(openDataDirectory(storageConfig.dataDir));
    const encryptedEvents = keep(
      await (eventStoreUrl === null ? openEmbeddedLog(storageConfig) : openExternalLog(eventStoreUrl, log)),
    );
    const documentStores = await (mongoUrl === null
      ? openEmbeddedDocuments(storageConfig, keep)
      : openExternalDocuments(mongoUrl, keep));
    const own = { documents: documentStores.documents, credentialKey: () => requireCredentialKey(storageConfig) };
    const [subjectKeys, roots] = [createSubjectKeys(own), createDerivedSecrets(own)];
    return {
      events: withoutDamage(openEncryptedLog(encryptedEvents, subjectKeys)),
      encryptedEvents,
      ...documentStores,
      subjectKeys,
      roots,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The log alone, to be read while a server may be writing it. Throws StartupError. */
export async function openLog(storageConfig: StorageConfig): Promise<EventStore> {
  const storedLog = await openStoredLog(storageConfig);
  const documents = openDocumentsLazily(storageConfig);
  const keys = createSubjectKeys({ documents, credentialKey: () => requireCredentialKey(storageConfig) });
  const close = async () => {
    await storedLog.close();
    await documents.close();
  };
  return { ...withoutDamage(openEncryptedLog(storedLog, keys)), close };
}

/** The log as stored, to be verified while a server may be writing it. Throws StartupError. */
export async function openStoredLog(storageConfig: StorageConfig): Promise<EventStore> {
  const path = resolve(storageConfig.dataDir);
  if (storageConfig.eventStoreUrl === null && !hasEmbeddedLog(storageConfig)) {
    throw new StartupError(`There is no log in DATA_DIR ${path}: set DATA_DIR to the data folder of a server`);
  }
  const storedLog = await (storageConfig.eventStoreUrl === null
    ? openEmbeddedLog(storageConfig, { readOnly: true })
    : openExternalLog(storageConfig.eventStoreUrl));
  return closeUnless(storedLog, (log) => assertInstallationOfLog(log, storageConfig));
}

async function closeUnless<S extends Closeable>(store: S, check: (store: S) => Promise<void>): Promise<S> {
  try {
    await check(store);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/**
 * The stored history beside the views: with them in MongoDB, else in a file of its own, so that no rebuild of the views
 * waits for it. Throws StartupError.
 */
export async function openHistoryViews({ dataDir, mongoUrl }: StorageConfig): Promise<LeasedViewStore> {
  if (mongoUrl !== null) {
    const { openMongoViewStore } = await import('#projections/store/mongo/mongo.ts');
    return wrapAddressError('MONGODB_URL', () => openMongoViewStore(mongoUrl));
  }
  const { openSqliteViewStore } = await import('#projections/store/sqlite/sqlite.ts');
  return wrapDamage(resolve(dataDir), historyFile, openSqliteViewStore);
}

/** Whether there is history to read beside a log in files. */
export function hasHistoryViews({ dataDir, mongoUrl }: StorageConfig): boolean {
  return mongoUrl !== null || existsSync(join(resolve(dataDir), historyFile));
}

/** The messages between the processes that share a MongoDB. Throws StoreUnavailable. */
export async function openMessages(url: string, options: MessageOptions): Promise<MessageCollection> {
  const { openMessageCollection } = await import('#projections/store/mongo/messages.ts');
  return openMessageCollection(url, options);
}

/** Throws StartupError. */
function requireCredentialKey({ credentialKey, dataDir }: StorageConfig): string {
  const key = credentialKey ?? readKeyFile(dataDir, 'credential.key');
  if (key !== null) return key;
  throw new StartupError('The personal data of this log are sealed: give the CREDENTIAL_KEY that its server has');
}

/** For a reader beside a server: no key is loaded before encrypted data is met. */
export function openDocumentsLazily(
  storageConfig: StorageConfig,
): Pick<ListedDocuments, 'get' | 'getMany' | 'compareAndSet' | 'put' | 'list' | 'putAll' | 'removeAll' | 'close'> {
  const openUnchecked = async (): Promise<ListedDocuments> => {
    if (storageConfig.mongoUrl === null) {
      const { openSqliteDocuments } = await import('#projections/store/sqlite/sqlite.ts');
      return wrapDamage(resolve(storageConfig.dataDir), documentsFile, (file) =>
        openSqliteDocuments(file, { readOnly: true }),
      );
    }
    const { openMongoDocuments } = await import('#projections/store/mongo/mongo.ts');
    const { mongoUrl } = storageConfig;
    return wrapAddressError('MONGODB_URL', () => openMongoDocuments(mongoUrl));
  };
  const open = async () =>
    closeUnless(await openUnchecked(), (documents) => assertInstallationOfDocuments(documents, storageConfig));
  let opening: Promise<ListedDocuments> | null = null;
  const getDocuments = () => (opening ??= open());
  return {
    get: async <D extends Doc>(space: string, id: string) => (await getDocuments()).get<D>(space, id),
    getMany: async <D extends Doc>(space: string, ids: string[]) => (await getDocuments()).getMany<D>(space, ids),
    compareAndSet: async (space, ...change) => (await getDocuments()).compareAndSet(space, ...change),
    put: async (space, doc, expires) => (await getDocuments()).put(space, doc, expires),
    list: async <D extends Doc>(space: string, query: Query) => (await getDocuments()).list<D>(space, query),
    putAll: async (space, docs, expires) => (await getDocuments()).putAll(space, docs, expires),
    removeAll: async (space, ids) => (await getDocuments()).removeAll(space, ids),
    close: async () => {
      await (await opening?.catch(() => null))?.close();
    },
  };
}

type DocumentStores = Pick<Stores, 'views' | 'documents' | 'scrub'>;
type KeepOpen = <S extends Closeable>(part: S) => S;

async function openEmbeddedLog({ dataDir }: StorageConfig, options: { readOnly?: boolean } = {}): Promise<EventStore> {
  const { openSqliteEventStore } = await import('#server/platform/event-store/sqlite/sqlite.ts');
  return wrapDamage(resolve(dataDir), logFile, (file) => openSqliteEventStore(file, options));
}

async function openExternalLog(url: string, log?: Log): Promise<EventStore> {
  const { openEventStoreDb } = await import('#server/platform/event-store/eventstoredb/eventstoredb.ts');
  return wrapAddressError('EVENTSTORE_URL', () => openEventStoreDb(url, log && { log }));
}

async function openEmbeddedDocuments({ dataDir }: StorageConfig, keep: KeepOpen): Promise<DocumentStores> {
  const { openSqliteDocuments, openSqliteViewStore } = await import('#projections/store/sqlite/sqlite.ts');
  const folder = resolve(dataDir);
  const documents = keep(wrapDamage(folder, documentsFile, (file) => openSqliteDocuments(file)));
  const views = keep(wrapDamage(folder, viewsFile, openSqliteViewStore));
  const scrub = async () => {
    await views.scrub();
    await documents.scrub();
  };
  return { documents, views, scrub };
}

async function openExternalDocuments(url: string, keep: KeepOpen): Promise<DocumentStores> {
  const { openMongoDocuments, openMongoViewStore } = await import('#projections/store/mongo/mongo.ts');
  const documents = keep(wrapAddressError('MONGODB_URL', () => openMongoDocuments(url)));
  const views = keep(wrapAddressError('MONGODB_URL', () => openMongoViewStore(url)));
  return { documents, views, scrub: () => Promise.resolve() };
}

/**
 * Removes a file of views that is damaged, or of another layout, so that a rebuild can begin from scratch. True where
 * it did.
 */
export async function discardDamagedViews({ dataDir, mongoUrl }: StorageConfig): Promise<boolean> {
  if (mongoUrl !== null) return false;
  const { openSqliteViewStore } = await import('#projections/store/sqlite/sqlite.ts');
  const folder = openDataDirectory(dataDir);
  try {
    await wrapDamage(folder.path, viewsFile, openSqliteViewStore).close();
    return false;
  } catch (error) {
    const isDamaged = error instanceof StartupError && error.cause instanceof StoreDamaged;
    if (!isDamaged) throw error;
    for (const part of ['', '-wal', '-shm']) rmSync(join(folder.path, viewsFile + part), { force: true });
    return true;
  } finally {
    folder.close();
  }
}

/** What is wrong with the first damaged file of the stores in the data folder; null for nothing. */
export async function findDamagedFile(storageConfig: StorageConfig): Promise<string | null> {
  const { findFileDamage } = await import('#projections/store/sqlite/file/check-file.ts');
  return listStoreFiles(storageConfig).flatMap((file) => findFileDamage(file) ?? [])[0] ?? null;
}
