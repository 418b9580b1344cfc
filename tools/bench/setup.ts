import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Product, removeFolder, startProduct, temporaryFolder } from '../../e2e/product.ts';
import type { NewPlace, Place } from './place.ts';

const shownLines = 20;

/** What a figure is measured with. All of it ends with the figure, however that ends. */
export type Bench = {
  folder: () => Promise<string>;
  /** The product in a process of its own; its warnings go to a file. */
  startProduct: (dataDir: string, env?: Record<string, string>) => Promise<Product>;
  newPlace: NewPlace;
};

/** Opens a bench for one figure. `end` resolves with the last lines that its products wrote to stderr. */
export async function openBench(newPlace: NewPlace): Promise<{ bench: Bench; end: () => Promise<string> }> {
  const own = await temporaryFolder();
  const logPath = join(own, 'product.log');
  const log = openSync(logPath, 'a');
  const folders = [own];
  const products = new Set<Product>();
  const places = new Set<Place>();
  const bench: Bench = {
    folder: async () => {
      const folder = await temporaryFolder();
      folders.push(folder);
      return folder;
    },
    startProduct: async (dataDir, env) => {
      const product = await startProduct(dataDir, env, log);
      products.add(product);
      return product;
    },
    newPlace: async () => {
      const place = await newPlace();
      const end = async () => {
        if (places.delete(tracked)) await place.end();
      };
      const tracked = { ...place, end };
      places.add(tracked);
      return tracked;
    },
  };
  const end = async () => {
    for (const product of products) await product.kill();
    for (const place of places) await place.end();
    closeSync(log);
    const lines = (await readFile(logPath, 'utf8')).trimEnd().split('\n');
    for (const folder of folders) await removeFolder(folder);
    return lines.slice(-shownLines).join('\n');
  };
  return { bench, end };
}
