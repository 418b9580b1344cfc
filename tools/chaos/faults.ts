import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { startFerretDb } from '#projections/store/testing/ferretdb.ts';
import { delay } from '#server/lib/delay.ts';
import type { ApiUser } from '../../e2e/api-user.ts';
import type { Cluster, ClusterProcess } from '../../e2e/cluster.ts';
import { createRandom, pick } from '../bench/data/random.ts';

type FaultDeps = {
  cluster: Cluster;
  mongo: Awaited<ReturnType<typeof startFerretDb>>;
  /** The processes of now. */
  running: Set<ClusterProcess>;
  /** An admin. */
  root: ApiUser;
  seed: number;
  onFault: (name: string) => void;
};

const pauseMs = 8_000;
const suspendMs = 10_000;
const awayMs = 5_000;
const skewMs = 60_000;
const slowAnswerMs = 100;
const heavyPaths = ['/api/admin/users', '/api/admin/history/export?format=jsonl', '/api/admin/history?limit=500'];
const heavyRequestCount = 24;

/** Injects one fault after the other until stopped; then everything runs again. */
export function startFaults(deps: FaultDeps) {
  const random = createRandom(deps.seed);
  const faults = { ...createProcessFaults(deps, random), ...createStoreFaults(deps), ...createLoadFaults(deps) };
  let isOver = false;
  let count = 0;
  const run = async () => {
    while (!isOver) {
      const [name, inject] = pick(random, Object.entries(faults));
      count += 1;
      deps.onFault(name);
      await inject();
      await delay(pauseMs);
    }
  };
  const done = run();
  return {
    stop: async (): Promise<number> => {
      isOver = true;
      await done;
      return count;
    },
  };
}

type Faults = Record<string, () => Promise<void>>;

function createProcessFaults({ cluster, running }: FaultDeps, random: () => number): Faults {
  const replace = async (process: ClusterProcess, env: Record<string, string> = {}) => {
    running.delete(process);
    await cluster.kill(process);
    const next = await cluster.start(process.role, env);
    running.add(next);
    return next;
  };
  return {
    'kill -9 of a process': async () => {
      await replace(pick(random, [...running]));
    },
    'skewed clock of a process': async () => {
      const clockFile = join(mkdtempSync(join(tmpdir(), 'chaos-')), 'clock');
      writeFileSync(clockFile, new Date(Date.now() + pick(random, [skewMs, -skewMs])).toISOString());
      const skewed = await replace(pick(random, [...running]), { CLOCK_FILE: clockFile, NODE_ENV: 'test' });
      await delay(suspendMs);
      await replace(skewed);
      rmSync(dirname(clockFile), { recursive: true });
    },
    'SIGSTOP of a process': async () => {
      const { process } = pick(random, [...running]);
      process.kill('SIGSTOP');
      await delay(suspendMs);
      process.kill('SIGCONT');
    },
  };
}

function createStoreFaults({ cluster: { double }, mongo }: FaultDeps): Faults {
  const during = async (begin: () => unknown, end: () => unknown) => {
    await begin();
    await delay(awayMs);
    await end();
  };
  const setDelay = (milliseconds: number) => () => {
    double.faults.delay = milliseconds;
  };
  return {
    'connections to the log cut': () => during(double.cut, () => undefined),
    'log away': () => during(double.shut, double.open),
    'log slow': () => during(setDelay(slowAnswerMs), setDelay(0)),
    'log silent': () => during(double.faults.silence, double.faults.speak),
    'database killed': () => during(mongo.kill, mongo.restart),
    'database silent': () => during(mongo.sleep, mongo.wake),
  };
}

function createLoadFaults({ root }: FaultDeps): Faults {
  return {
    'heavy questions': async () => {
      const paths = Array.from({ length: heavyRequestCount }, (_, n) => heavyPaths[n % heavyPaths.length] ?? '');
      // Those past the limit are refused.
      await Promise.allSettled(paths.map((path) => root.send('GET', path)));
    },
  };
}
