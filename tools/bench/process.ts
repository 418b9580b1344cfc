import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

/** In hundredths of a second: the CPU time per second up to which a process counts as idle. */
const quietTicks = 10;
/** An idle server has collected its garbage by then. */
const quietSeconds = 12;

type MeasuredProcess = { process: Pick<ChildProcess, 'pid'> };

/** Hundredths of a second of CPU time that a process has used so far; 0 where the system does not report it. */
export async function readCpuTicks({ process: { pid } }: MeasuredProcess): Promise<number> {
  const stat = await readFile(`/proc/${String(pid)}/stat`, 'utf8').catch(() => '');
  const [user = 0, system = 0] = stat.split(' ').slice(13, 15).map(Number);
  return user + system;
}

/** In MB: the present resident size, and its maximum. */
export async function readMemory({ process: { pid } }: MeasuredProcess): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8').catch(() => '');
  const field = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024);
  return { now: field('VmRSS'), peak: field('VmHWM') };
}

/** Resolves when a product has reported that it is ready, and was almost idle for some seconds. */
export async function waitUntilIdle(product: MeasuredProcess & { url: string }): Promise<void> {
  let quiet = 0;
  for (let before = await readCpuTicks(product); quiet < quietSeconds; ) {
    await setTimeout(1000);
    const after = await readCpuTicks(product);
    const isReady = await fetch(`${product.url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    quiet = isReady && after - before < quietTicks ? quiet + 1 : 0;
    before = after;
  }
}

/** Delays of an event loop, in ms. */
export type Delay = { p99: number; longest: number };

/** Of a product, since the last call. */
export async function readDelay(url: string): Promise<Delay> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const valueOf = (name: string) =>
    Math.round(1000 * Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)`, 'm').exec(text)?.[1]));
  return { p99: valueOf('p99'), longest: valueOf('max') };
}
