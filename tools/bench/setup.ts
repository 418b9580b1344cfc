import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Product, removeFolder, startProduct, createTemporaryFolder } from '../../e2e/product.ts';
import type { CreateWorkspace, Workspace } from './workspace.ts';

const maxLogLines = 20;

/** The resources of a measurement. All of them are closed with the figure, however it ends. */
export type Bench = {
  folder: () => Promise<string>;
  /** The product in a separate process; its warnings go to a file. */
  startProduct: (dataDir: string, env?: Record<string, string>) => Promise<Product>;
  createWorkspace: CreateWorkspace;
};

/** Opens a bench for one figure. `end` resolves with the last lines that its products wrote to stderr. */
export async function createBench(
  createWorkspace: CreateWorkspace,
): Promise<{ bench: Bench; end: () => Promise<string> }> {
  const own = await createTemporaryFolder();
  const logPath = join(own, 'product.log');
  const log = openSync(logPath, 'a');
  const folders = [own];
  const products = new Set<Product>();
  const workspaces = new Set<Workspace>();
  const bench: Bench = {
    folder: async () => {
      const folder = await createTemporaryFolder();
      folders.push(folder);
      return folder;
    },
    startProduct: async (dataDir, env) => {
      const product = await startProduct(dataDir, env, log);
      products.add(product);
      return product;
    },
    createWorkspace: async () => {
      const workspace = await createWorkspace();
      const end = async () => {
        if (workspaces.delete(tracked)) await workspace.end();
      };
      const tracked = { ...workspace, end };
      workspaces.add(tracked);
      return tracked;
    },
  };
  const end = async () => {
    for (const product of products) await product.kill();
    for (const workspace of workspaces) await workspace.end();
    closeSync(log);
    const lines = (await readFile(logPath, 'utf8')).trimEnd().split('\n');
    for (const folder of folders) await removeFolder(folder);
    return lines.slice(-maxLogLines).join('\n');
  };
  return { bench, end };
}
