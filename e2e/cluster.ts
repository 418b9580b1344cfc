import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { projections } from '#projections/all.ts';
import { startPosition } from '#domain/shared/decider.ts';
import { openMongoViewStore } from '#projections/store/mongo/mongo.ts';
import type { ViewReader } from '#projections/store/port.ts';
import { openSqliteViewStore } from '#projections/store/sqlite/sqlite.ts';
import type { Config } from '#server/platform/config/config.ts';
import { loadStorageConfig } from '#server/platform/config/storage-config.ts';
import { computeViewDigest } from '#server/platform/projector/view-digest.ts';
import { rebuildViews } from '#server/platform/projector/rebuild.ts';
import { openLog } from '#server/platform/storage/stores.ts';
import { startFakeEngines } from '#server/testing/engines.ts';
import { type Product, removeFolder, startProduct, createTemporaryFolder } from './product.ts';
import { webhookSecret } from '#server/testing/deliver-webhook.ts';

type Role = Config['role'];
export type ClusterProcess = Product & { role: Role };
export type Cluster = Awaited<ReturnType<typeof startCluster>>;

export const clusterAdmin = { email: 'root@example.com', password: 'correct horse' };

/** Processes of the built product that share a log on the KurrentDB double and a database, with access to both. */
export async function startCluster(roles: Role[], env: Record<string, string> = {}) {
  const [engines, folder] = await Promise.all([startFakeEngines(), createTemporaryFolder()]);
  const keys = { ADMIN_EMAIL: clusterAdmin.email, ADMIN_PASSWORD: clusterAdmin.password, INTAKE_SECRET: webhookSecret };
  const running = new Set<ClusterProcess>();
  const start = async (role: Role, ownEnv: Record<string, string> = {}): Promise<ClusterProcess> => {
    const dataDir = join(folder, randomUUID());
    const product = await startProduct(dataDir, {
      ...engines.env,
      ...keys,
      ...env,
      ...ownEnv,
      APP_ROLE: role,
      LOG_LEVEL: 'fatal',
    });
    const process = { ...product, role };
    running.add(process);
    return process;
  };
  const events = await openLog(loadStorageConfig({ ...engines.env, DATA_DIR: folder }));
  const views = openMongoViewStore(engines.env.MONGODB_URL);
  const all = await Promise.all(roles.map((role) => start(role)));

  return {
    all,
    start,
    events,
    views,
    log: engines.double.log,
    double: engines.double,
    /** The one process that runs the task, and those on standby; null unless exactly one runs it. */
    standing: async (task: 'projector' | 'scout') => {
      const here = [...running].filter(({ role, process }) => role === task && process.exitCode === null);
      const leading = await Promise.all(here.map((process) => isLeading(process, task)));
      const [active, ...others] = here.filter((_, n) => leading[n]);
      const standby = here.filter((_, n) => !leading[n]);
      return active && others.length === 0 ? { active, standby } : null;
    },
    /** The number of processes in a role, paused or running. */
    count: (role: Role) => [...running].filter((process) => process.role === role).length,
    kill: async (process: ClusterProcess) => {
      running.delete(process);
      await process.kill();
    },
    end: async () => {
      await Promise.all([...running].map(({ kill }) => kill()));
      await Promise.all([events.close(), views.close()]);
      await engines.stop();
      await removeFolder(folder);
    },
    /** The views that have not applied the whole log. */
    findBehind: async () => {
      const [head, checkpoints] = await Promise.all([events.head(), views.checkpoints()]);
      return projections.map(({ view }) => view).filter((view) => (checkpoints.get(view) ?? startPosition) < head);
    },
    shown: () => computeDigests(views),
    /** Digests of the views after a replay of the whole log. */
    replayed: async () => {
      const fresh = openSqliteViewStore(join(folder, `${randomUUID()}.sqlite`));
      await rebuildViews({ events, views: fresh, projections });
      const digests = await computeDigests(fresh);
      await fresh.close();
      return digests;
    },
  };
}

async function isLeading({ url }: ClusterProcess, task: string): Promise<boolean> {
  const response = await fetch(`${url}/metrics`);
  return (await response.text()).includes(`leading{task="${task}"} 1`);
}

async function computeDigests(views: ViewReader) {
  const digests = await Promise.all(
    projections.map(async ({ view }) => [view, await computeViewDigest(views, view)] as const),
  );
  return Object.fromEntries(digests);
}
