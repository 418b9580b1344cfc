import { readFileSync } from 'node:fs';
import { createElement, type ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Plugin, type Rolldown, runnerImport } from 'vite';
import { channelEndpoints } from '#domain/alert/channels.contract.ts';
import { announcementEndpoints } from '#domain/announcement/contract.ts';
import { listingEndpoints } from '#domain/listing/contract.ts';
import { scoutEndpoints } from '#domain/matching/scout-activity.contract.ts';
import { memberListingEndpoints } from '#domain/member-listing/contract.ts';
import { overviewEndpoints } from '#domain/overview.contract.ts';
import { securityEndpoints } from '#domain/sign-in/second-factor.contract.ts';
import { sourceEndpoints } from '#domain/source/contract.ts';
import { userEndpoints, userPageSize } from '#domain/user/admin.contract.ts';
import { searchEndpoints } from '#domain/user/searches.contract.ts';
import { visitorEndpoints } from '#domain/visit/admin.contract.ts';

type Chunk = Rolldown.OutputChunk;
type Bundle = Rolldown.OutputBundle;

const outputFile = '.preloads.json';
const webRoot = new URL('./', import.meta.url).pathname;

/** What is shown of a page before any script has run: a component without properties. */
const shells: Record<string, { file: string; component: string }> = {
  '/auth': { file: 'src/features/auth/auth-frame.tsx', component: 'AuthFrame' },
  '/': { file: 'src/routes/home/home-shell.tsx', component: 'HomeShell' },
  '/sell': { file: 'src/features/offer-submission/sell-frame.tsx', component: 'SellFrame' },
};
/** What a page reads first, besides the user. */
const reads: Record<string, string[]> = {
  '/': [
    listingEndpoints.listRecentListings.path,
    announcementEndpoints.getLatestAnnouncement.path,
    channelEndpoints.getFirstMinute.path,
    channelEndpoints.listChannels.path,
    searchEndpoints.listSearches.path,
    scoutEndpoints.getScoutActivity.path,
  ],
  '/listings': [memberListingEndpoints.listMemberListings.path, searchEndpoints.listSearches.path],
  // What every admin may read.
  '/admin': [
    `${userEndpoints.listUsers.path}?limit=${userPageSize}`,
    overviewEndpoints.getOverview.path,
    sourceEndpoints.getScoutStatus.path,
    securityEndpoints.getSecurity.path,
    visitorEndpoints.getVisitorStats.path,
    visitorEndpoints.listVisitorDays.path,
    visitorEndpoints.listRecentVisitors.path,
    visitorEndpoints.listAvailableWeeks.path,
    announcementEndpoints.getLatestAnnouncement.path,
  ],
};

/**
 * Writes which scripts each page needs besides those that index.html names, as JSON {address: {files, isPublic, shell?,
 * reads?}} with '$' for a parameter and '*' for every other address, so that the server can name them too: the browser
 * fetches them at once, and not only after it has run the first.
 */
export function preloads(): Plugin {
  return {
    name: 'preloads',
    apply: 'build',
    transformIndexHtml: { order: 'post', handler: lowerScriptPriority },
    async generateBundle(_options, bundle) {
      const named = collectLoadedFiles(findChunk('src/boot/main.ts', bundle), bundle);
      const app = collectLoadedFiles(findChunk('src/boot/app.tsx', bundle), bundle);
      const pages = findPages().map(({ address, page, isPublic }) => {
        const all = collectLoadedFiles(findChunk(`src/routes/${page}`, bundle), bundle);
        const files = [...new Set([...app, ...all])].filter((name) => !named.has(name));
        return [address.replace(/\$\w+$/, '$'), { files, isPublic, reads: reads[address] }] as const;
      });
      const others = { files: [...app].filter((name) => !named.has(name)) };
      const pagesWithShells = await Promise.all(
        pages.map(async ([address, page]) => [address, { ...page, shell: await renderShell(address) }] as const),
      );
      const source = JSON.stringify({ '*': others, ...Object.fromEntries(pagesWithShells) });
      this.emitFile({ type: 'asset', fileName: outputFile, source });
    },
  };
}

/** Styles and the font are needed first: what is shown before any script has run waits for them alone. */
function lowerScriptPriority(html: string): string {
  return html.replaceAll(
    /<(?:script type="module"|link rel="modulepreload")/g,
    (start) => `${start} fetchpriority="low"`,
  );
}

async function renderShell(address: string): Promise<string | undefined> {
  const shell = shells[address];
  if (!shell) return undefined;
  const { module } = await runnerImport<Record<string, ComponentType>>(`${webRoot}${shell.file}`, {
    configFile: false,
    logLevel: 'error',
  });
  const component = module[shell.component];
  if (!component) throw new Error(`${shell.file} has no ${shell.component}`);
  return renderToStaticMarkup(createElement(component));
}

function findChunk(path: string, bundle: Bundle): Chunk {
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
  const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(`${webRoot}${path}`));
  if (!chunk) throw new Error(`The build has no ${path}`);
  return chunk;
}

/** The files of a chunk and of all that it imports. */
function collectLoadedFiles(chunk: Chunk, bundle: Bundle, names = new Set<string>()): Set<string> {
  names.add(chunk.fileName);
  for (const name of chunk.imports) {
    const next = bundle[name];
    if (next?.type === 'chunk' && !names.has(name)) collectLoadedFiles(next, bundle, names);
  }
  return names;
}

/** Each route has its path, the file of its page, and whether it requires a session. */
function findPages(): { address: string; page: string; isPublic: boolean }[] {
  const text = readFileSync(`${webRoot}src/boot/route-tree.ts`, 'utf8');
  const routes = text.matchAll(/=> (\w+),\s+path: '([^']+)'[^}]*?component: .*import\('#web\/routes\/([\w/.-]+)'\)/g);
  return [...routes].map(([, parent, address = '', page = '']) => ({
    address,
    page,
    isPublic: parent === 'rootRoute',
  }));
}
