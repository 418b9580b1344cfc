import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findFreePort } from '#server/lib/testing/free-port.ts';

/** The program built by .ci/ferretdb, where there is one. */
export const ferretDbProgram = process.env['FERRETDB'];

type FerretDbOptions = {
  /** A command that runs the program. */
  wrapper?: string[];
  /** Where its folder is made. */
  parent?: string;
};

/** A server for one test, which can be killed, suspended, and restarted with its data. */
export async function startFerretDb(program: string, { wrapper = [], parent = tmpdir() }: FerretDbOptions = {}) {
  const folder = mkdtempSync(join(parent, 'ferretdb-'));
  const run = (at: string) => runServer([...wrapper, program, '--folder', folder, '--port', at]);
  const port = String(await findFreePort());
  let server = await run(port);
  const kill = async () => {
    if (server.process.exitCode !== null || server.process.signalCode !== null) return;
    const ended = once(server.process, 'exit');
    server.process.kill('SIGKILL');
    await ended;
  };
  return {
    url: `mongodb://127.0.0.1:${port}/faults`,
    /** Its folder as the server itself sees it. */
    folder: () => `/proc/${String(server.process.pid)}/root${folder}`,
    kill,
    restart: async () => {
      server = await run(port);
    },
    sleep: () => server.process.kill('SIGSTOP'),
    wake: () => server.process.kill('SIGCONT'),
    end: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function runServer([program = '', ...args]: string[]) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface(child.stdout)) {
    if (line.startsWith('ready on ')) return { process: child, url: line.slice('ready on '.length) };
  }
  throw new Error('FerretDB ended before it was ready');
}
