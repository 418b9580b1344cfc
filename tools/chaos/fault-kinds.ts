import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { delay } from '#server/lib/delay.ts';
import type { Relay } from '../../e2e/relay.ts';
import type { FaultKind } from './faults.ts';
import type { ChaosProcess, Processes } from './processes.ts';
import type { StoreServer, Stores } from './stores.ts';
import type { SmallDisk } from './small-disk.ts';

type FaultDeps = {
  stores: Stores;
  processes: Processes;
  /** The time that the processes are given, in ms since 1970. */
  now: () => number;
  askHeavyQuestions: () => Promise<unknown>;
  pickOne: <T>(all: readonly T[]) => T;
};

const awayMs = 5_000;
const suspendMs = 7_000;
const skewMs = 60_000;
const lateMs = 100;

/** Every kind of fault that can be caused here. */
export function createFaultKinds(deps: FaultDeps): FaultKind[] {
  const { stores, askHeavyQuestions } = deps;
  return [
    ...createProcessFaults(deps),
    ...stores.servers.flatMap((server) => createStoreFaults(server, deps)),
    ...(stores.disk === null ? [] : [createDiskFault('disk', 'disk', stores.disk)]),
    {
      name: 'heavy questions',
      group: 'load',
      inject: askHeavyQuestions,
    },
  ];
}

function createProcessFaults({ processes, now, pickOne }: FaultDeps): FaultKind[] {
  const { start, end, running, folder } = processes;
  const group = 'process';
  const pickProcess = () => pickOne([...running]);
  const replace = async (process: ChaosProcess, signal: 'SIGKILL' | 'SIGTERM', env: Record<string, string> = {}) => {
    await end(process, signal);
    return start(process.role, env);
  };
  return [
    { name: 'kill -9 of a process', group, inject: () => replace(pickProcess(), 'SIGKILL') },
    { name: 'SIGTERM to a process', group, inject: () => replace(pickProcess(), 'SIGTERM') },
    {
      name: 'SIGSTOP of a process',
      group,
      inject: async () => {
        const { process } = pickProcess();
        process.kill('SIGSTOP');
        await delay(suspendMs);
        process.kill('SIGCONT');
      },
    },
    {
      name: 'skewed clock of a process',
      group,
      inject: async () => {
        const clockFile = join(folder, `clock-${randomUUID()}`);
        writeFileSync(clockFile, new Date(now() + pickOne([skewMs, -skewMs])).toISOString());
        const skewed = await replace(pickProcess(), 'SIGKILL', { CLOCK_FILE: clockFile });
        await delay(suspendMs);
        await replace(skewed, 'SIGKILL');
      },
    },
  ];
}

function createStoreFaults(server: StoreServer, { processes, pickOne }: FaultDeps): FaultKind[] {
  const { name, disk } = server;
  const listRelays = () => [...processes.running].flatMap(({ relays }) => relays.get(name) ?? []);
  const during = async (begin: () => unknown, end: () => unknown) => {
    await begin();
    await delay(awayMs);
    await end();
    await server.ensureAnswering();
  };
  const fail = (relays: Relay[], begin: (relay: Relay) => void) =>
    during(
      () => relays.forEach(begin),
      () => relays.forEach(({ mend }) => mend()),
    );
  return [
    { name: `${name} killed`, group: name, inject: () => during(server.kill, server.restart) },
    { name: `${name} suspended`, group: name, inject: () => during(server.sleep, server.wake) },
    {
      name: `connections to the ${name} cut`,
      group: name,
      inject: () =>
        during(
          () => listRelays().forEach(({ cut }) => cut()),
          () => undefined,
        ),
    },
    { name: `${name} slow`, group: name, inject: () => fail(listRelays(), ({ slow }) => slow(lateMs)) },
    {
      name: `one process cut from the ${name}`,
      group: 'process',
      inject: () => fail([pickOne(listRelays())], ({ swallow }) => swallow()),
    },
    ...(disk === null ? [] : [createDiskFault(`disk of the ${name}`, name, disk, server)]),
  ];
}

function createDiskFault(what: string, group: string, { fill, free }: SmallDisk, server?: StoreServer): FaultKind {
  return {
    name: `${what} full`,
    group,
    inject: async () => {
      fill();
      await delay(awayMs);
      free();
      await server?.ensureAnswering();
    },
  };
}
