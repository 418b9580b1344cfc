import { type Figure, figure } from '../figure.ts';
import { fillFolder, newFolder } from '../filled-folder.ts';
import { eventsAPerson, makeLog } from '../made-log.ts';
import { idle, memoryOf } from '../process.ts';
import type { Bench } from '../setup.ts';

/**
 * What a server holds in memory when it has nothing to do, with so many users, most of them members: after a first start
 * on their log and its views, which makes chain and index of the history, and after it was started anew.
 */
export async function memory(people: number, bench: Bench): Promise<Figure[]> {
  const dataDir = await newFolder(bench);
  await fillFolder(dataDir, ({ events }) => makeLog(events, people * eventsAPerson));
  const first = await idleMemory(dataDir, bench);
  const restarted = await idleMemory(dataDir, bench);
  return [
    figure({
      name: `memory of the server, ${people.toLocaleString('en-US')} users, idle`,
      value: Math.max(first.now, restarted.now),
      unit: 'MB',
      better: 'lower',
      limit: 250,
      detail: {
        afterFirstStartMB: first.now,
        afterRestartMB: restarted.now,
        mostAtFirstStartMB: first.most,
        mostAfterRestartMB: restarted.most,
      },
    }),
  ];
}

async function idleMemory(dataDir: string, bench: Bench) {
  const product = await bench.startProduct(dataDir);
  await idle(product);
  const found = await memoryOf(product);
  await product.stop();
  return found;
}
