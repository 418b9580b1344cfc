import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';
import PQueue from 'p-queue';

type Scripts = Record<string, string>;

// npm has checked the shape of package.json.
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Scripts };
/** They run side by side: those first that take longest. */
const checks = process.argv.slice(2);

/** Prints the output of a check once it has ended; tells whether it succeeded. */
async function runCheck(name: string): Promise<boolean> {
  const command = scripts[`check:${name}`];
  if (command === undefined) throw new Error(`package.json has no script check:${name}`);
  const start = performance.now();
  const child = spawn(`exec 2>&1; ${command}`, { shell: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<boolean>((resolve) => child.once('close', (code) => resolve(code === 0)));
  const output = await text(child.stdout);
  const isOk = await ended;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${isOk ? 'ok' : 'FAILED'}: ${name} (${seconds} s)\n${output.trim()}\n`);
  return isOk;
}

const queue = new PQueue({ concurrency: Math.min(4, availableParallelism()) });
const results = await queue.addAll(checks.map((check) => () => runCheck(check)));
const failed = checks.filter((_, index) => results[index] !== true);
for (const name of failed) console.error(`Failed: ${name}`);
if (checks.length === 0) console.error('Name the checks to run');
process.exitCode = failed.length > 0 || checks.length === 0 ? 1 : 0;
