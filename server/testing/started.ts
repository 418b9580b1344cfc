import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Services } from '#server/app/services.ts';
import { type Running, startServer } from '#server/app/start.ts';
import { type Client, clientOf } from './client.ts';
import { type Engines, startEngines } from './engines.ts';

const generous = '1000000/1m';
export const root = { email: 'root@example.com', password: 'correct horse' };

export type Started = Running & {
  dataDir: string;
  /** The services of all modules, for tests that look behind the API. */
  context: ReturnType<typeof flatten>;
  /** Somebody with a cookie jar of their own. */
  somebody: () => Client;
  /** The full admin, signed in. */
  signedInRoot: () => Promise<Client>;
  /** Stops it and removes its data. */
  end: () => Promise<void>;
};

function flatten({ platform, http, users, intake, alerts, audit, privacy }: Services) {
  return { ...platform, ...http, ...users, ...intake, ...alerts, ...audit, ...privacy };
}

const onEngines = process.env['TEST_ENGINES'] !== undefined;
/** By the folder of a product: one that starts in the same folder finds the same data. */
const enginesOf = new Map<string, Engines>();

async function enginesFor(dataDir: string): Promise<Engines> {
  const engines = enginesOf.get(dataDir) ?? (await startEngines());
  enginesOf.set(dataDir, engines);
  return engines;
}

/**
 * The whole product on a free port, in a folder of its own unless told otherwise, with limits that nobody reaches.
 * Where TEST_ENGINES is set its stores are not in that folder, but in engines of its own.
 */
export async function started(env: Record<string, string> = {}): Promise<Started> {
  const dataDir = env['DATA_DIR'] ?? (await mkdtemp(join(tmpdir(), 'scout-')));
  const engines = onEngines ? await enginesFor(dataDir) : null;
  const running = await startServer({
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    ADMIN_EMAIL: root.email,
    ADMIN_PASSWORD: root.password,
    RATE_LOGIN: generous,
    RATE_REGISTER: generous,
    RATE_FORGOT: generous,
    RATE_VISIT: generous,
    RATE_SELL: generous,
    RATE_API: generous,
    ...engines?.env,
    ...env,
  });
  // Engines are slow to answer where many tests share a machine.
  const somebody = () => clientOf(running.url, { comesBack: onEngines });
  return {
    ...running,
    dataDir,
    context: flatten(running.services),
    somebody,
    signedInRoot: async () => {
      const client = somebody();
      // A store that was away at the start has the admin registered a little later.
      for (let tries = 1; ; tries += 1) {
        const { status, text } = await client.post('/api/login', root);
        if (status === 200) return client;
        if (tries === 100) throw new Error(`The full admin could not sign in: ${status} ${text}`);
        await setTimeout(100);
      }
    },
    end: async () => {
      await running.close();
      enginesOf.delete(dataDir);
      await engines?.end();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
