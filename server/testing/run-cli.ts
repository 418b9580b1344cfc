import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { embeddedEnvironment } from './environment.ts';

const scripts = {
  history: '../cli/history/history.ts',
  rebuild: '../cli/rebuild/rebuild.ts',
  evaluate: '../../tools/evaluate/evaluate.ts',
} as const;

/** Runs a CLI command, as `npm run` does, to its end. */
export async function runCli(command: keyof typeof scripts, env: Record<string, string>, ...args: string[]) {
  const script = new URL(scripts[command], import.meta.url).pathname;
  const child = spawn(process.execPath, [script, ...args], { env: { ...embeddedEnvironment, ...env } });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { stdout, stderr, code: child.exitCode };
}
