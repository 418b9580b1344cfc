import { type BenchResult, createResult } from '../result.ts';
import { fillFolder, createFolder } from '../data/fill-folder.ts';
import { eventsPerPerson, generateLog } from '../data/generate-log.ts';
import { waitUntilIdle, readMemory } from '../process.ts';
import type { Bench } from '../setup.ts';

/**
 * The memory of an idle server with this number of users, most of them members: after a first start on their log and
 * its views, which builds chain and index of the history, and after a restart.
 */
export async function measureMemory(people: number, bench: Bench): Promise<BenchResult[]> {
  const dataDir = await createFolder(bench);
  await fillFolder(dataDir, ({ events }) => generateLog(events, people * eventsPerPerson));
  const first = await measureIdleMemory(dataDir, bench);
  const restarted = await measureIdleMemory(dataDir, bench);
  return [
    createResult({
      name: `memory of the server, ${people.toLocaleString('en-US')} users, idle`,
      value: Math.max(first.now, restarted.now),
      unit: 'MB',
      better: 'lower',
      limit: 250,
      detail: {
        afterFirstStartMB: first.now,
        afterRestartMB: restarted.now,
        mostAtFirstStartMB: first.peak,
        mostAfterRestartMB: restarted.peak,
      },
    }),
  ];
}

async function measureIdleMemory(dataDir: string, bench: Bench) {
  const product = await bench.startProduct(dataDir);
  await waitUntilIdle(product);
  const memory = await readMemory(product);
  await product.stop();
  return memory;
}
