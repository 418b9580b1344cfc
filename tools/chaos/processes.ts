import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { delay } from '#server/lib/delay.ts';
import type { Config } from '#server/platform/config/config.ts';
import { type Product, startProduct } from '../../e2e/product.ts';
import type { StoreConnections, Stores } from './stores.ts';

export type Role = Config['role'];
export type ChaosProcess = Product & Pick<StoreConnections, 'relays'> & { role: Role };
export type Processes = ReturnType<typeof createProcesses>;

const startTimeoutMs = 90_000;
const retryMs = 500;

/** The processes of the product: each has its own connections to the stores, and its log goes to a file of the folder. */
export function createProcesses(stores: Stores, folder: string, env: Record<string, string>) {
  const logs = join(folder, 'logs');
  mkdirSync(logs);
  const dataDir = dataDirOf(stores, folder);
  mkdirSync(dataDir);
  const launch = createLauncher(stores, { folder, logs, env });
  const running = new Set<ChaosProcess>();
  const failures: string[] = [];
  let round = 0;

  /** Tries again as long as a fault may keep it from starting. */
  const start = async (role: Role, ownEnv: Record<string, string> = {}): Promise<ChaosProcess> => {
    const until = performance.now() + startTimeoutMs;
    for (;;) {
      try {
        const started = await launch(role, ownEnv);
        running.add(started);
        started.process.once('exit', (code) => void replaceEnded(started, code));
        return started;
      } catch (error) {
        if (performance.now() > until) throw error;
        await delay(retryMs);
      }
    }
  };
  const replaceEnded = async (ended: ChaosProcess, code: number | null) => {
    for (const relay of ended.relays.values()) await relay.close();
    if (!running.delete(ended)) return;
    failures.push(`A process of role ${ended.role} ended without a fault, with ${String(code)}`);
    await start(ended.role);
  };
  const end = async (process: ChaosProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    running.delete(process);
    if (signal === 'SIGKILL') return process.kill();
    const code = await process.stop();
    if (code !== 0) failures.push(`A process of role ${process.role} ended with ${String(code)} after SIGTERM`);
  };

  return {
    dataDir,
    folder,
    running,
    failures,
    start,
    end,
    /** The address of each web process after the other. */
    url: (): string => {
      const webs = [...running].filter(({ role }) => role === 'web' || role === 'all');
      round += 1;
      return webs[round % webs.length]?.url ?? 'http://127.0.0.1:1';
    },
    /** What all processes have logged, by line. */
    readLogs: (): string[] => readdirSync(logs).flatMap((name) => readFileSync(join(logs, name), 'utf8').split('\n')),
    stopAll: (): Promise<unknown> => Promise.all([...running].map((process) => end(process, 'SIGTERM'))),
    killAll: (): Promise<unknown> => Promise.all([...running].map((process) => end(process, 'SIGKILL'))),
  };
}

const dataDirOf = ({ disk }: Stores, folder: string) => join(disk?.folder ?? folder, 'data');

type LauncherOptions = { folder: string; logs: string; env: Record<string, string> };

/** Starts one process. Those on servers share no folder. */
function createLauncher(stores: Stores, { folder, logs, env }: LauncherOptions) {
  return async (role: Role, ownEnv: Record<string, string>): Promise<ChaosProcess> => {
    const { env: addresses, relays } = await stores.connect();
    const stderr = openSync(join(logs, `${role}-${randomUUID()}`), 'w');
    const dataDir = stores.servers.length === 0 ? dataDirOf(stores, folder) : join(folder, randomUUID());
    const settings = { ...addresses, ...env, ...ownEnv, APP_ROLE: role, LOG_FORMAT: 'json' };
    try {
      const product = await startProduct(dataDir, settings, stderr);
      return { ...product, role, relays };
    } catch (error) {
      for (const relay of relays.values()) await relay.close();
      throw error;
    } finally {
      closeSync(stderr);
    }
  };
}
