import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { openMongoDocuments, openMongoViewStore } from '#projections/store/mongo/mongo.ts';
import type { ListedDocuments, ViewStore } from '#projections/store/port.ts';
import { openSqliteDocuments, openSqliteViewStore } from '#projections/store/sqlite/sqlite.ts';
import { startFerretDb } from '#projections/store/testing/ferretdb.ts';
import { openEventStoreDb } from '#server/platform/event-store/eventstoredb/eventstoredb.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { openSqliteEventStore } from '#server/platform/event-store/sqlite/sqlite.ts';
import { createSecrets } from '#server/testing/environment.ts';
import { readListeningUrl, removeFolder, createTemporaryFolder } from '../../e2e/product.ts';

/** The data folder of a figure: new, and deleted at `end`. */
export type Workspace = {
  /** For a product that is started here. */
  env: Record<string, string>;
  openEvents: () => EventStore;
  openViews: () => ViewStore;
  openDocuments: () => ListedDocuments;
  end: () => Promise<void>;
};
export type CreateWorkspace = () => Promise<Workspace>;
/** Addresses of both engines. */
type Engines = { eventStoreUrl: string; mongoUrl: string; end: () => Promise<void> };

export const createFileWorkspace: CreateWorkspace = async () => {
  const folder = await createTemporaryFolder();
  return {
    env: {},
    openEvents: () => openSqliteEventStore(join(folder, 'events.sqlite')),
    openViews: () => openSqliteViewStore(join(folder, 'views.sqlite')),
    openDocuments: () => openSqliteDocuments(join(folder, 'vault.sqlite')),
    end: () => removeFolder(folder),
  };
};

export const createEngineWorkspace: CreateWorkspace = async () => {
  const { eventStoreUrl, mongoUrl, end } = await startEngines();
  return {
    env: { EVENTSTORE_URL: eventStoreUrl, MONGODB_URL: mongoUrl, ...createSecrets() },
    openEvents: () => openEventStoreDb(eventStoreUrl),
    openViews: () => openMongoViewStore(mongoUrl),
    openDocuments: () => openMongoDocuments(mongoUrl),
    end,
  };
};

const { EVENTSTORE_URL: eventStore, MONGODB_URL: mongo, FERRETDB: ferretdb } = process.env;
export const hasLog = Boolean(eventStore);
export const hasViews = Boolean(mongo) || Boolean(ferretdb);

/**
 * The kind of the engines of this run; null where there is no MongoDB to measure on. Bars do not apply to stand-ins.
 */
export async function describeEngines(): Promise<{ label: string; areReal: boolean } | null> {
  if (!hasViews) return null;
  const { url, end } = await startViews();
  const client = new MongoClient(url);
  const { version, ferretdbVersion } = (await client.db().command({ buildInfo: 1 })) as Record<string, unknown>;
  await client.close();
  await end();
  const log = hasLog ? 'EventStoreDB' : 'double of EventStoreDB in memory';
  const views = ferretdbVersion === undefined ? `MongoDB ${String(version)}` : 'FerretDB over SQLite';
  return { label: `${log} + ${views}`, areReal: hasLog && ferretdbVersion === undefined };
}

/** Those named by the environment; else the double, and a FerretDB. */
async function startEngines(): Promise<Engines> {
  const [log, views] = await Promise.all([startLog(), startViews()]);
  return {
    eventStoreUrl: log.url,
    mongoUrl: views.url,
    end: async () => {
      await Promise.all([log.end(), views.end()]);
    },
  };
}

export async function startLog() {
  if (eventStore) return { url: eventStore, end: () => Promise.resolve() };
  const child = spawn(process.execPath, ['tools/bench/double-server.ts'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const { port } = new URL(await readListeningUrl(child));
  return { url: `esdb://127.0.0.1:${port}?tls=false`, end: () => stopChild(child) };
}

async function stopChild(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

export async function startViews() {
  if (!mongo) {
    const { url, end } = await startFerretDb(ferretdb ?? 'ferretdb');
    return { url, end };
  }
  const url = mongo.replace(/^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?/, `$1/bench-${randomUUID()}`);
  return {
    url,
    end: async () => {
      const client = new MongoClient(url);
      await client.db().dropDatabase();
      await client.close();
    },
  };
}
