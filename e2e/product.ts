import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { embeddedEnvironment } from '#server/testing/environment.ts';

export type Product = {
  url: string;
  dataDir: string;
  process: ChildProcess;
  /** Stops it as an operator would (SIGTERM); resolves with the exit code. */
  stop: () => Promise<number | null>;
  /** Kills it like a power failure would (SIGKILL). */
  kill: () => Promise<void>;
};

const rateLimits = { RATE_LOGIN: '100000/1m', RATE_REGISTER: '100000/1m', RATE_API: '1000000/1m' };

export function createTemporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'scout-'));
}

export function removeFolder(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true });
}

/**
 * Starts the built product as `npm start` does, in its own process, and waits for its ready line. Its stderr is shown,
 * or written to the file of a descriptor.
 */
export async function startProduct(
  dataDir: string,
  env: Record<string, string> = {},
  stderr: 'inherit' | number = 'inherit',
): Promise<Product> {
  const child = spawn(process.execPath, ['server/app/main.ts'], {
    env: { ...embeddedEnvironment, PORT: '0', LOG_LEVEL: 'warn', ...rateLimits, DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', stderr],
  });
  const exited = once(child, 'exit');
  const url = await Promise.race([
    readListeningUrl(child),
    exited.then(([code]) => {
      throw new Error(`The product ended with ${String(code)} before it listened`);
    }),
  ]);
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exited;
    return child.exitCode;
  };
  return {
    url,
    dataDir,
    process: child,
    stop: () => end('SIGTERM'),
    kill: async () => {
      await end('SIGKILL');
    },
  };
}

export async function readListeningUrl(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The product was started without a stdout');
  for await (const line of createInterface({ input: child.stdout })) {
    const match = /^listening on (http:\/\/\S+)$/.exec(line);
    if (match?.[1]) return match[1];
  }
  throw new Error('The product said nothing of listening');
}
