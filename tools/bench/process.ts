import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

/** Of a second, in hundredths, that a process may work and still count as idle. */
const quietTicks = 10;
const quietSeconds = 5;

type MeasuredProcess = { process: Pick<ChildProcess, 'pid'> };

/** Hundredths of a second of a processor that a process has used so far; 0 where the system does not tell. */
export async function readCpuTicks({ process: { pid } }: MeasuredProcess): Promise<number> {
  const stat = await readFile(`/proc/${String(pid)}/stat`, 'utf8').catch(() => '');
  const [user = 0, system = 0] = stat.split(' ').slice(13, 15).map(Number);
  return user + system;
}

/** In MB: what is resident now, and the most that ever was. */
export async function readMemory({ process: { pid } }: MeasuredProcess): Promise<{ now: number; most: number }> {
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8').catch(() => '');
  const field = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024);
  return { now: field('VmRSS'), most: field('VmHWM') };
}

/** Resolves when a product says that it is ready, and has done next to nothing for some seconds. */
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
