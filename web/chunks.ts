import { globSync } from 'node:fs';
import type { Rolldown } from 'vite';

type ModuleReader = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

const source = new URL('./src/', import.meta.url).pathname;
const findPages = (pattern: string) => globSync(`routes/${pattern}.page.tsx`, { cwd: source }).map((at) => source + at);
const signInPage = findPages('public/auth');
const memberPages = [...findPages('home/home'), ...findPages('listings/listings')];
/** What a page for members loads once it is idle. */
const idleParts = ['features/account-menu/loaded-account-menu.tsx', 'routes/member-filter-sheet.tsx'].map(
  (name) => source + name,
);

let chunkModules: ReturnType<typeof findModules> | null = null;

/**
 * The file for code of several pages, where there would be fifty small ones: 'base' for the app and what the sign-in
 * page shares with others; of the rest of the members' first pages, 'common' for what public pages need too or is
 * loaded later elsewhere, 'shared' for what admin pages or the profile need too, and 'member'; and 'idle' for what they
 * load once they are idle. Nothing in a file leads back to it, so that no two files need each other.
 */
export function nameChunk(id: string, reader: ModuleReader): string | null {
  const { app, signIn, members, others, rest, idle } = (chunkModules ??= findModules(reader));
  if (app.has(id) || (signIn.has(id) && (members.has(id) || rest.has(id)))) return 'base';
  if (!members.has(id)) return idle.has(id) ? 'idle' : null;
  if (others.has(id)) return 'common';
  return rest.has(id) ? 'shared' : 'member';
}

function findModules(reader: ModuleReader) {
  // The sign-in is imported with the contract of users, which every page waits for.
  const members = collectAll([...memberPages, `${source}lib/session/sign-in.ts`], reader);
  for (const page of memberPages) members.delete(page);
  const app = collectAll([`${source}boot/app.tsx`], reader);
  const visitors = collectAll(findPages('public/*'), reader);
  const ofVisitorsAlone = [...visitors].filter((id) => !app.has(id));
  const laterForVisitors = ofVisitorsAlone.flatMap((id) => reader.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
  const notIdle = collectAll([...visitors, ...laterForVisitors], reader);
  const lazy = [...members].filter((id) => (reader.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0);
  return {
    app,
    signIn: collectAll(signInPage, reader),
    members,
    idle: new Set([...collectAll(idleParts, reader)].filter((id) => !notIdle.has(id))),
    others: new Set([...visitors, ...collectAll(lazy, reader)]),
    rest: collectAll(findPages('{admin/*,scout/*,profile}'), reader),
  };
}

/** These modules and all that they import, directly or not. */
function collectAll(ids: readonly string[], reader: ModuleReader): Set<string> {
  const modules = new Set(ids);
  for (const id of modules) for (const next of reader.getModuleInfo(id)?.importedIds ?? []) modules.add(next);
  return modules;
}
