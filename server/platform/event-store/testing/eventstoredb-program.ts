import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { findFreePort } from '#server/lib/testing/free-port.ts';

/** A program that is called `PROGRAM DIR PORT` and runs a real EventStoreDB, where there is one. */
export const eventStoreDbProgram = process.env['EVENTSTOREDB'];

/** The server also takes the port that is higher by this, for its replication. */
const replicationOffset = 10_000;
const readyMs = 60_000;
const pollMs = 50;

/**
 * An empty server for one test, which can be killed, suspended, and restarted with its data; in memory it keeps none.
 * Its folder is made in `parent`.
 */
export async function startEventStoreDb(program: string, { inMemory = false, parent = tmpdir() } = {}) {
  const folder = mkdtempSync(join(parent, 'eventstoredb-'));
  const port = await findFreePort([replicationOffset]);
  const run = () => runServer([program, folder, String(port)], inMemory ? '--mem-db' : '');
  let server = await run();
  const kill = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  };
  return {
    url: `esdb://127.0.0.1:${port}?tls=false`,
    kill,
    restart: async () => {
      server = await run();
    },
    sleep: () => server.kill('SIGSTOP'),
    wake: () => server.kill('SIGCONT'),
    end: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function runServer([program = '', folder = '', port = '']: string[], options: string): Promise<ChildProcess> {
  // The server takes EVENTSTORE_URL for an option of its own, and ends.
  const env = { ...process.env, EVENTSTORE_URL: undefined, EVENTSTORE_OPTIONS: options };
  const child = spawn(program, [folder, port], { stdio: 'ignore', env });
  const until = Date.now() + readyMs;
  while (Date.now() < until && child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/health/live`).catch(() => null);
    if (answer?.status === 204) return child;
    await setTimeout(pollMs);
  }
  child.kill('SIGKILL');
  throw new Error('EventStoreDB was not ready');
}
