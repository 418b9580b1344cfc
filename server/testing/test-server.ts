import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Services } from '#server/app/modules.ts';
import { type RunningServer, startServer } from '#server/app/start.ts';
import { type TestClient, createTestClient } from './test-client.ts';
import { type TestEngines, startTestEngines } from './engines.ts';

const generousRate = '1000000/1m';
export const adminCredentials = { email: 'root@example.com', password: 'correct horse' };

export type TestServer = RunningServer & {
  dataDir: string;
  /** The services of all modules, for tests that look behind the API. */
  context: Services;
  /** A client with its own cookie jar. */
  newClient: () => TestClient;
  /** Resolves when the views show all events of the log. The product itself waits 2 s. */
  waitForViews: () => Promise<void>;
  /** The full admin, signed in. */
  adminClient: () => Promise<TestClient>;
  /** Stops it and removes its data. */
  stop: () => Promise<void>;
};

const usesEngines = process.env['TEST_ENGINES'] !== undefined;
/** By the data folder of a product: one that starts in the same folder finds the same data. */
const enginesByFolder = new Map<string, TestEngines>();

async function findOrStartEngines(dataDir: string): Promise<TestEngines> {
  const engines = enginesByFolder.get(dataDir) ?? (await startTestEngines());
  enginesByFolder.set(dataDir, engines);
  return engines;
}

/** Requests wait 2 s for the views, and engines may take longer where many tests share a machine. */
async function waitUntilApplied({ events, viewStore }: Pick<Services, 'events' | 'viewStore'>): Promise<void> {
  const head = await events.head();
  const isBehind = async () => [...(await viewStore.checkpoints()).values()].some((position) => position < head);
  // A store that is away for a moment is asked again.
  while (await isBehind().catch(() => true)) await setTimeout(25);
}

/**
 * The whole product on a free port, in a separate folder unless given one, with limits that no test reaches. Where
 * TEST_ENGINES is set its stores are not in that folder, but in separate engines.
 */
export async function startTestServer(env: Record<string, string> = {}): Promise<TestServer> {
  const dataDir = env['DATA_DIR'] ?? (await mkdtemp(join(tmpdir(), 'scout-')));
  const engines = usesEngines ? await findOrStartEngines(dataDir) : null;
  const running = await startServer({
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    ADMIN_EMAIL: adminCredentials.email,
    ADMIN_PASSWORD: adminCredentials.password,
    RATE_LOGIN: generousRate,
    RATE_REGISTER: generousRate,
    RATE_FORGOT: generousRate,
    RATE_VISIT: generousRate,
    RATE_SELL: generousRate,
    RATE_API: generousRate,
    ...engines?.env,
    ...env,
  });
  const waitForViews = () => waitUntilApplied(running.services);
  const newClient = () => createTestClient(running.url, { comesBack: usesEngines, waitForViews });
  return {
    ...running,
    dataDir,
    context: running.services,
    newClient,
    waitForViews,
    adminClient: async () => {
      const client = newClient();
      // A store that was unavailable at the start has the admin registered a little later.
      for (let tries = 1; ; tries += 1) {
        const { status, text } = await client.post('/api/login', adminCredentials);
        if (status === 200) return client;
        if (tries === 1_000) throw new Error(`The full admin could not sign in: ${status} ${text}`);
        await setTimeout(100);
      }
    },
    stop: async () => {
      await running.close();
      enginesByFolder.delete(dataDir);
      await engines?.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
