import { globSync } from 'node:fs';
import type { Rolldown } from 'vite';

type ModuleReader = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

const source = new URL('./src/', import.meta.url).pathname;
const findPages = (pattern: string) => globSync(`routes/${pattern}.page.tsx`, { cwd: source }).map((at) => source + at);
const signInPage = findPages('public/auth');
const memberPages = [...findPages('home/home'), ...findPages('listings/listings')];

let chunkModules: ReturnType<typeof findModules> | null = null;

/**
 * The file for code of several pages, where there would be fifty small ones: 'base' for the app and what the sign-in
 * page shares with others; of the rest of the members' first pages, 'common' for what public pages need too or is
 * loaded later elsewhere, 'shared' for what admin pages or the profile need too, and 'member'. Nothing in a file leads
 * back to it, so that no two files need each other.
 */
export function nameChunk(id: string, reader: ModuleReader): string | null {
  const { app, signIn, members, others, rest } = (chunkModules ??= findModules(reader));
  if (app.has(id) || (signIn.has(id) && (members.has(id) || rest.has(id)))) return 'base';
  if (!members.has(id)) return null;
  if (others.has(id)) return 'common';
  return rest.has(id) ? 'shared' : 'member';
}

function findModules(reader: ModuleReader) {
  const members = collectAll(memberPages, reader);
  for (const page of memberPages) members.delete(page);
  const lazy = [...members].filter((id) => (reader.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0);
  return {
    app: collectAll([`${source}boot/app.tsx`], reader),
    signIn: collectAll(signInPage, reader),
    members,
    others: collectAll([...findPages('public/*'), ...lazy], reader),
    rest: collectAll(findPages('{admin/*,scout/*,profile}'), reader),
  };
}

/** These modules and all that they import, directly or not. */
function collectAll(ids: readonly string[], reader: ModuleReader): Set<string> {
  const modules = new Set(ids);
  for (const id of modules) for (const next of reader.getModuleInfo(id)?.importedIds ?? []) modules.add(next);
  return modules;
}
