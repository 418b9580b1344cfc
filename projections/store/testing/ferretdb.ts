import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The program built by .ci/ferretdb, where there is one. */
export const ferretDbProgram = process.env['FERRETDB'];

/** A server for one test, which can be killed, suspended, and restarted with its data. */
export async function startFerretDb(program: string) {
  const folder = mkdtempSync(join(tmpdir(), 'ferretdb-'));
  let server = await run(program, folder, '0');
  const port = new URL(server.url).port;
  const kill = async () => {
    const ended = once(server.process, 'exit');
    server.process.kill('SIGKILL');
    await ended;
  };
  return {
    url: `mongodb://127.0.0.1:${port}/faults`,
    kill,
    restart: async () => {
      server = await run(program, folder, port);
    },
    sleep: () => server.process.kill('SIGSTOP'),
    wake: () => server.process.kill('SIGCONT'),
    end: async () => {
      if (server.process.exitCode === null && server.process.signalCode === null) await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function run(program: string, folder: string, port: string) {
  const child = spawn(program, ['--folder', folder, '--port', port], { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface(child.stdout)) {
    if (line.startsWith('ready on ')) return { process: child, url: line.slice('ready on '.length) };
  }
  throw new Error('FerretDB ended before it was ready');
}
