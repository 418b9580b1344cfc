import { openStores } from '#server/platform/storage/stores.ts';
import { removeFolder, startProduct, temporaryFolder } from '../../../e2e/product.ts';
import type { Figure } from '../figure.ts';
import { eventsAPerson, makeLog } from '../made-log.ts';
import { idle, memoryOf } from '../process.ts';

const mostMB = 400;

/**
 * What a server holds in memory when it has nothing to do, with so many users, most of them members: after it has built
 * all views of their log, and after it was started anew.
 */
export async function memory(people: number): Promise<Figure[]> {
  const dataDir = await temporaryFolder();
  // It makes its keys.
  await (await startProduct(dataDir)).stop();
  const stores = await openStores({ dataDir, eventStoreUrl: null, mongoUrl: null });
  await makeLog(stores.events, people * eventsAPerson);
  await stores.close();
  const built = await idleMemory(dataDir);
  const restarted = await idleMemory(dataDir);
  await removeFolder(dataDir);
  return [
    {
      name: `memory of the server, ${people.toLocaleString('en-US')} users, idle`,
      value: Math.max(built.now, restarted.now),
      unit: 'MB',
      bar: `at most ${mostMB} MB`,
      met: Math.max(built.now, restarted.now) <= mostMB,
      detail: {
        afterBuildingMB: built.now,
        afterRestartMB: restarted.now,
        mostWhileBuildingMB: built.most,
        mostAfterRestartMB: restarted.most,
      },
    },
  ];
}

async function idleMemory(dataDir: string) {
  const product = await startProduct(dataDir);
  await idle(product);
  const found = await memoryOf(product);
  await product.stop();
  return found;
}
