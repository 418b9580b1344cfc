import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Documents, StoreDamaged, StoreUnavailable, type ViewStore } from '#projections/store/port.ts';
import { openSqliteDocuments, openSqliteViewStore } from '#projections/store/sqlite.ts';
import { openDataFolder, orRefused, StartRefused } from './data-folder.ts';
import type { EventStore } from './event-store/port.ts';
import { openSqliteEventStore } from './event-store/sqlite.ts';

export type Stores = { events: EventStore; views: ViewStore; documents: Documents; close: () => Promise<void> };
type Options = { dataDir: string };

const logFile = 'events.sqlite';
const viewsFile = 'views.sqlite';
const documentsFile = 'vault.sqlite';
const restore = 'Restore it from a backup, or use the version of this program that wrote it.';
const advice: Partial<Record<string, string>> = {
  [logFile]: restore,
  [documentsFile]: restore,
  [viewsFile]: 'Run `npm run rebuild`: it builds the views again from the log.',
};

/** Takes the data folder and opens what is in it. Throws StartRefused. */
export async function openStores({ dataDir }: Options): Promise<Stores> {
  const folder = openDataFolder(dataDir);
  const opened: { close: () => void | Promise<void> }[] = [folder];
  const close = async () => {
    for (const part of opened.toReversed()) await part.close();
  };
  const open = <S extends { close: () => Promise<void> }>(name: string, adapter: (file: string) => S): S => {
    const store = readable(folder.path, name, adapter);
    opened.push(store);
    return store;
  };
  try {
    const events = open(logFile, openSqliteEventStore);
    const documents = open(documentsFile, openSqliteDocuments);
    const views = open(viewsFile, openSqliteViewStore);
    return { events, views, documents, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The log alone, to be read while a server may be writing it. Throws StartRefused. */
export function openLog({ dataDir }: Options): EventStore {
  const path = resolve(dataDir);
  if (!existsSync(join(path, logFile))) {
    throw new StartRefused(`There is no log in DATA_DIR ${path}: set DATA_DIR to the data folder of a server`);
  }
  return readable(path, logFile, (log) => openSqliteEventStore(log, { readOnly: true }));
}

/** Removes a file of views that is damaged, or of another layout, so that a rebuild can begin from nothing. True where it did. */
export async function discardDamagedViews({ dataDir }: Options): Promise<boolean> {
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
