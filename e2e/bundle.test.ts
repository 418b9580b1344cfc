import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { beforeAll, expect, it, vi } from 'vitest';

type Chunk = Rolldown.OutputChunk;

let chunks: Map<string, Chunk>;
let preloads: Record<string, { files: string[] }>;

beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production');
  const built = await build({ configFile: 'vite.config.ts', logLevel: 'silent', build: { write: false } });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []));
  vi.unstubAllEnvs();
  const named = outputs.find(({ fileName }) => fileName === '.preloads.json');
  if (named?.type !== 'asset') throw new Error('The build names no scripts');
  preloads = JSON.parse(String(named.source)) as typeof preloads; // as web/preloads.ts writes it
  chunks = new Map(outputs.filter((one) => one.type === 'chunk').map((chunk) => [chunk.fileName, chunk]));
});

/** The files loaded for the page of this file: the entry, the app, the page, and what they import. */
function loadedFor(page: string): Chunk[] {
  const names = new Set<string>();
  const take = (name: string) => {
    const chunk = chunks.get(name);
    if (!chunk || names.has(name)) return;
    names.add(name);
    chunk.imports.forEach(take);
  };
  for (const chunk of chunks.values()) if (chunk.isEntry || chunk.facadeModuleId?.endsWith(page)) take(chunk.fileName);
  return [...chunks.values()].filter(({ fileName }) => names.has(fileName));
}

const modulesOf = (loaded: Chunk[]) => loaded.flatMap(({ moduleIds }) => moduleIds);

it('The sign-in page loads at most 122 kB of scripts, gzipped', () => {
  const loaded = loadedFor('/routes/public/auth.page.tsx');
  expect(modulesOf(loaded).some((id) => id.endsWith('/features/auth/auth-form.tsx'))).toBe(true);
  const size = loaded.reduce((sum, { code }) => sum + gzipSync(code).length, 0);
  expect(size).toBeLessThanOrEqual(122_000);
});

it('The sign-in page loads neither code for admins nor code that only other pages need', () => {
  const libraries =
    /\/node_modules\/(leaflet|topojson-client|us-atlas|recharts|@e965\/xlsx|xlsx|zod|socket\.io-client|@tanstack\/react-table)\//;
  const otherPages = /\/routes\/(?:[\w-]+\/)*(?!auth\.)[\w-]+\.page\.tsx$/;
  // The frame of signed-in pages comes with the routes; its features are loaded once a user is signed in.
  const otherFeatures = /\/features\/(?!auth\/|live\/live-connection\.tsx)/;
  const isForeign = (id: string) => [libraries, otherPages, otherFeatures].some((pattern) => pattern.test(id));
  const found = modulesOf(loadedFor('/routes/public/auth.page.tsx')).filter(isForeign);
  expect(found).toEqual([]);
});

it('The home page loads no map before one is shown', () => {
  const loaded = modulesOf(loadedFor('/routes/home/home.page.tsx'));
  expect(loaded.some((id) => id.endsWith('/components/map/area-map.tsx'))).toBe(true);
  expect(loaded.filter((id) => /\/node_modules\/(leaflet|topojson-client|us-atlas)\//.test(id))).toEqual([]);
});

it('The preloads of a page are all files that the page loads', () => {
  const { files } = preloads['/auth'] ?? { files: [] };
  const loaded = loadedFor('/routes/public/auth.page.tsx').map(({ fileName }) => fileName);
  const ahead = loaded.filter((name) => !/^(service-worker\.js|assets\/(index|preload-helper)-[\w-]+\.js)$/.test(name));
  expect(files.toSorted()).toEqual(ahead.sort());
});
