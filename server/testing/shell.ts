import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { embedded } from './environment.ts';

/** Runs a command of the shell, as `npm run` does, to its end. */
export async function shell(
  command: 'history' | 'rebuild' | 'evaluate',
  env: Record<string, string>,
  ...args: string[]
) {
  const script = new URL(`../shell/${command}.ts`, import.meta.url).pathname;
  const child = spawn(process.execPath, [script, ...args], { env: { ...embedded, ...env } });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { stdout, stderr, code: child.exitCode };
}
