import { globSync } from 'node:fs';
import type { Rolldown } from 'vite';

type ModuleReader = Pick<Rolldown.PluginContext, 'getModuleInfo'>;
type Ids = ReadonlySet<string>;

const pages = new URL('./src/routes/', import.meta.url).pathname;
const memberPages = [`${pages}home/home.page.tsx`, `${pages}listings/listings.page.tsx`];
const findPages = (pattern: string) => globSync(pattern, { cwd: pages }).map((name) => pages + name);

let chunkModules: { ofMembers: Ids; ofOthers: Ids; ofAdmins: Ids } | null = null;

/**
 * The file for code that the pages of members need: one for what public pages need too or is loaded later elsewhere, one
 * for what admin pages need too, one for the rest, where there would be fifty small ones. Nothing in a file leads back
 * to it, so that no two files need each other.
 */
export function nameMemberChunk(id: string, reader: ModuleReader): string | null {
  chunkModules ??= findModules(reader);
  if (!chunkModules.ofMembers.has(id)) return null;
  if (chunkModules.ofOthers.has(id)) return 'common';
  return chunkModules.ofAdmins.has(id) ? 'shared' : 'member';
}

function findModules(reader: ModuleReader) {
  const ofMembers = collectAll(memberPages, reader);
  for (const page of memberPages) ofMembers.delete(page);
  const lazy = [...ofMembers].filter((id) => (reader.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0);
  const ofOthers = collectAll([...findPages('public/*.page.tsx'), ...lazy], reader);
  return { ofMembers, ofOthers, ofAdmins: collectAll(findPages('{admin,scout}/*.page.tsx'), reader) };
}

/** These modules and all that they import, directly or not. */
function collectAll(ids: readonly string[], reader: ModuleReader): Set<string> {
  const modules = new Set(ids);
  for (const id of modules) for (const next of reader.getModuleInfo(id)?.importedIds ?? []) modules.add(next);
  return modules;
}
