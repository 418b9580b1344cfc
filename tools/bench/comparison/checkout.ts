import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import type { PrintedFigure } from './comparison.ts';
import { WrongArguments } from '#server/lib/command-line/command.ts';

/** A checkout of this project with its packages installed; `bench` is the command of its own bench. */
export type BenchCheckout = { folder: string; bench: string; build: string | null };

const manifest = z.object({ scripts: z.object({ bench: z.string(), prebench: z.string().optional() }) });
const report = z.object({
  figures: z.array(
    z.object({
      name: z.string(),
      on: z.string().optional(),
      value: z.number().nullable(),
      unit: z.string(),
      better: z.enum(['higher', 'lower']).optional(),
      reason: z.string().optional(),
    }),
  ),
});

/** Throws WrongArguments where it does not exist. */
export function openCheckout(path: string): BenchCheckout {
  const folder = resolve(process.env['INIT_CWD'] ?? '.', path);
  const file = join(folder, 'package.json');
  const read = manifest.safeParse(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null);
  if (!read.success) throw new WrongArguments(`${folder} holds no checkout with a script 'bench' in its package.json.`);
  if (!existsSync(join(folder, 'node_modules')))
    throw new WrongArguments(`${folder} has no node_modules: run npm ci there first.`);
  const { bench, prebench = null } = read.data.scripts;
  return { folder, bench, build: prebench };
}

/** Builds what its bench needs, as npm would do first. Throws where that fails. */
export async function buildCheckout({ folder, build }: BenchCheckout, minutes: number): Promise<void> {
  if (build === null) return;
  const { code, stderr } = await runIn(folder, build, minutes);
  if (code !== 0) throw new Error(`${build} failed in ${folder}: ${lastError(stderr)}`);
}

/** The figures that its own bench prints. Throws where it prints none. */
export async function runBench(
  { folder, bench }: BenchCheckout,
  args: string[],
  minutes: number,
): Promise<PrintedFigure[]> {
  const { code, stdout, stderr } = await runIn(folder, [bench, ...args].join(' '), minutes);
  const printed = readReport(stdout);
  if (printed !== null) return printed;
  throw new Error(code === null ? `took over ${minutes} minutes` : lastError(stderr));
}

/** The figures in the last line of JSON; null where there is none. */
export function readReport(stdout: string): PrintedFigure[] | null {
  const line = stdout.split('\n').findLast((one) => one.startsWith('{'));
  if (line === undefined) return null;
  try {
    const read = report.safeParse(JSON.parse(line));
    return read.success ? read.data.figures : null;
  } catch {
    return null;
  }
}

/** The error of a failed process: the line of the error, else its last one. */
export function lastError(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('Node.js v'));
  return lines.findLast((line) => /^\w*Error\b/.test(line)) ?? lines.at(-1)?.trim() ?? 'it said nothing of why';
}

/** Runs a command as an npm script of that folder; the code is null where it was ended for taking too long. */
async function runIn(folder: string, command: string, minutes: number) {
  const PATH = [join(folder, 'node_modules', '.bin'), process.env['PATH']].join(delimiter);
  // A process group of its own, so that all processes of the bench end with it.
  const options = { cwd: folder, env: { ...process.env, PATH }, shell: true, detached: true };
  const child = spawn(command, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const end = () => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, 'SIGKILL');
  };
  process.once('exit', end);
  const timer = setTimeout(end, minutes * 60_000);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  clearTimeout(timer);
  process.off('exit', end);
  return { code: child.exitCode, stdout, stderr };
}
