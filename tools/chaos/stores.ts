import { connect } from 'node:net';
import { openMongoViewStore } from '#projections/store/mongo/mongo.ts';
import { ferretDbProgram, startFerretDb } from '#projections/store/testing/ferretdb.ts';
import { StartupError } from '#server/lib/errors.ts';
import { eventStoreDbProgram, startEventStoreDb } from '#server/platform/event-store/testing/eventstoredb-program.ts';
import { startFakeEventStoreDb } from '#server/platform/event-store/testing/fake-eventstoredb-server/server.ts';
import { createSecrets } from '#server/testing/environment.ts';
import { openRelay, type Relay } from '../../e2e/relay.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

type Engine = {
  url: string;
  kill: () => Promise<unknown>;
  restart: () => Promise<void>;
  sleep: () => unknown;
  wake: () => unknown;
  end: () => Promise<void>;
};
/** A store in a process of its own. */
export type StoreServer = Engine & {
  name: 'log' | 'database';
  variable: string;
  disk: SmallDisk | null;
  /** Starts it again where it has ended or hangs, as an operator would. */
  ensureAnswering: () => Promise<void>;
};
export type Stores = {
  servers: StoreServer[];
  /** What the tool itself opens them with. */
  env: Record<string, string>;
  /** The disk of the files of a product without servers. */
  disk: SmallDisk | null;
  /** Connections of one process, which can fail alone. */
  connect: () => Promise<StoreConnections>;
  end: () => Promise<void>;
};
export type StoreConnections = { env: Record<string, string>; relays: Map<StoreServer['name'], Relay> };
export type StoreKind = 'embedded' | 'engines';

/** Throws StartupError where a program is missing. */
export async function startStores(kind: StoreKind): Promise<Stores> {
  const servers = kind === 'embedded' ? [] : await startServers();
  const disk = kind === 'embedded' ? mountSmallDisk() : null;
  const secrets = createSecrets();
  return {
    servers,
    env: { ...secrets, ...Object.fromEntries(servers.map(({ variable, url }) => [variable, url])) },
    disk,
    connect: async () => {
      const relays = await Promise.all(
        servers.map(async (server) => ({ ...server, relay: await openRelay(server.url) })),
      );
      const toAddress = (url: string, relay: Relay) => url.replace(new URL(url).host, new URL(relay.url).host);
      return {
        env: {
          ...secrets,
          ...Object.fromEntries(relays.map(({ variable, url, relay }) => [variable, toAddress(url, relay)])),
        },
        relays: new Map(relays.map(({ name, relay }) => [name, relay])),
      };
    },
    end: async () => {
      for (const { end, disk: own } of servers) {
        await end();
        own?.end();
      }
      disk?.end();
    },
  };
}

async function startServers(): Promise<StoreServer[]> {
  const [program, logProgram] = [ferretDbProgram, eventStoreDbProgram];
  if (program === undefined) throw new StartupError('FERRETDB must name the program of a FerretDB');
  const log =
    logProgram === undefined
      ? await startDouble()
      : await startOnSmallDisk((options) => startEventStoreDb(logProgram, options));
  const database = await startOnSmallDisk((options) => startFerretDb(program, options));
  return [
    {
      name: 'log',
      variable: 'EVENTSTORE_URL',
      ...log,
      ensureAnswering: () => restartUnless(() => isListening(log.url), log),
    },
    {
      name: 'database',
      variable: 'MONGODB_URL',
      ...database,
      ensureAnswering: () => restartUnless(() => isReadable(database.url), database),
    },
  ];
}

async function startOnSmallDisk(start: (options: { parent?: string }) => Promise<Engine>) {
  const disk = mountSmallDisk();
  return { ...(await start(disk === null ? {} : { parent: disk.folder })), disk };
}

async function startDouble(): Promise<Engine & { disk: null }> {
  const { url, shut, open, faults, close } = await startFakeEventStoreDb();
  return { url, kill: shut, restart: open, sleep: faults.silence, wake: faults.speak, end: close, disk: null };
}

async function restartUnless(isAnswering: () => Promise<boolean>, { kill, restart }: Engine): Promise<void> {
  if (await isAnswering()) return;
  await kill();
  await restart();
}

function isListening(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(Number(port), hostname)
    .once('connect', () => resolve(true))
    .once('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}

/** FerretDB 1.24 accepts connections also where abandoned requests hold all of its own to the files. */
async function isReadable(url: string): Promise<boolean> {
  const views = openMongoViewStore(url);
  const isAnswered = await views.checkpoints().then(
    () => true,
    () => false,
  );
  views.close().catch(() => undefined);
  return isAnswered;
}
