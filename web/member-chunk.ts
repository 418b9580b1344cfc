import { globSync } from 'node:fs';
import type { Rolldown } from 'vite';

type ModuleReader = Pick<Rolldown.PluginContext, 'getModuleInfo'>;
type Ids = ReadonlySet<string>;

const pages = new URL('./src/routes/', import.meta.url).pathname;
const homePage = `${pages}home/home.page.tsx`;
const findPages = (pattern: string) => globSync(pattern, { cwd: pages }).map((name) => pages + name);

let chunkModules: { own: Ids; ofAdmins: Ids } | null = null;

/**
 * The file for own code that the home page needs: one for what admin pages need too, one for the rest, where there would
 * be fifty small ones. Nothing in a file leads back to it, so that no two files need each other.
 */
export function nameMemberChunk(id: string, reader: ModuleReader): string | null {
  chunkModules ??= { own: findOwnModules(reader), ofAdmins: collectAll(findPages('{admin,scout}/*.page.tsx'), reader) };
  if (!chunkModules.own.has(id)) return null;
  return chunkModules.ofAdmins.has(id) ? 'shared' : 'member';
}

/** Without what public pages load, and without what is loaded later. */
function findOwnModules(reader: ModuleReader): Ids {
  const homeModules = collectAll([homePage], reader);
  const isLazy = (id: string) => (reader.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0;
  const lazy = [...homeModules].filter((id) => id !== homePage && isLazy(id));
  const foreign = collectAll([...findPages('public/*.page.tsx'), ...lazy], reader);
  const isOwn = (id: string) => /\.tsx?$/.test(id) && !id.includes('/node_modules/') && id !== homePage;
  return new Set([...homeModules].filter((id) => isOwn(id) && !foreign.has(id)));
}

/** These modules and all that they import, directly or not. */
function collectAll(ids: readonly string[], reader: ModuleReader): Ids {
  const modules = new Set(ids);
  for (const id of modules) for (const next of reader.getModuleInfo(id)?.importedIds ?? []) modules.add(next);
  return modules;
}
