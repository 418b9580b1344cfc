import type { Arrow, ImportGraph } from './import-graph.ts';

/** Each layer imports only from those before it; the web only what it shares with the server. */
export const layers = [
  'domain',
  'server/lib',
  'projections',
  'server/platform',
  'server/modules',
  'server/realtime',
  'server/app',
  'server/cli',
  'web',
];

const contractPattern = /(^|[./])contract\.ts$/;
const modulePattern = /^(?:server\/modules|web\/src\/features)\/[^/]+(?=\/)/;
/** The folders that may import each package. */
const adapters = [
  { packages: /^mongodb(\/|$)/, folder: /\/mongo(db)?\//, name: 'mongo/' },
  { packages: /^(@eventstore\/|@grpc\/)/, folder: /\/eventstoredb\//, name: 'eventstoredb/' },
];

function findLayer(path: string): string | undefined {
  return layers.find((layer) => path.startsWith(`${layer}/`));
}

export function findStrayFiles({ files }: Pick<ImportGraph, 'files'>): string[] {
  const strays = files.filter(({ path }) => path.startsWith('server/') && findLayer(path) === undefined);
  return strays.map(({ path }) => `${path} is in no layer: move it to one of ${layers.join(', ')}.`);
}

export function findUpwardImports({ arrows }: Pick<ImportGraph, 'arrows'>): string[] {
  return arrows.flatMap(({ from, to }) => {
    const [layer, other] = [findLayer(from), findLayer(to)];
    if (layer === undefined || layer === 'web' || other === undefined) return [];
    if (layers.indexOf(other) <= layers.indexOf(layer)) return [];
    return [`${from} imports ${to}: ${layer} may not import from ${other}, which is above it.`];
  });
}

export function findWebImports({ arrows }: Pick<ImportGraph, 'arrows'>): string[] {
  const crossing = arrows.filter(({ from, to }) => findLayer(from) === 'web' && findLayer(to) !== 'web');
  return crossing
    .filter(({ to }) => !contractPattern.test(to))
    .map(({ from, to }) => `${from} imports ${to}: from outside of web/, the web may import contracts only.`);
}

export function findModuleImports({ arrows }: Pick<ImportGraph, 'arrows'>): string[] {
  return arrows
    .filter((arrow) => bypassesIndex(arrow))
    .map(({ from, to }) => `${from} imports ${to}: another module is known by its index.ts or a *.contract.ts only.`);
}

function bypassesIndex({ from, to }: Arrow): boolean {
  const [own, other] = [modulePattern.exec(from)?.[0], modulePattern.exec(to)?.[0]];
  if (own === undefined || other === undefined || own === other) return false;
  const indexFiles = [`${other}/index.ts`, `${other}/index.tsx`];
  return !indexFiles.includes(to) && !contractPattern.test(to);
}

/** Contracts are read by the web too: their imports are loaded there. */
export function findContractImports({ imports }: Pick<ImportGraph, 'imports'>): string[] {
  return imports
    .filter(
      ({ from, specifier, to }) =>
        contractPattern.test(from) && !(to === null ? specifier === 'zod' : contractPattern.test(to)),
    )
    .map(({ from, specifier }) => `${from} imports ${specifier}: a contract may import zod and contracts only.`);
}

export function findImpureDomain({ imports }: Pick<ImportGraph, 'imports'>): string[] {
  return imports
    .filter(({ from }) => findLayer(from) === 'domain')
    .filter(({ from, to, specifier }) => {
      if (to !== null) return findLayer(to) !== 'domain';
      const isOwnData = /^(\.|#domain\/).*\.json$/.test(specifier);
      return !isOwnData && !(specifier === 'zod' && contractPattern.test(from));
    })
    .map(
      ({ from, specifier }) =>
        `${from} imports ${specifier}: the domain may import only itself, its own .json, and zod in contracts.`,
    );
}

export function findStrayDrivers({ imports }: Pick<ImportGraph, 'imports'>): string[] {
  return adapters.flatMap(({ packages, folder, name }) =>
    imports
      .filter(({ from, specifier }) => packages.test(specifier) && !folder.test(from))
      .map(({ from, specifier }) => `${from} imports ${specifier}: only the adapter folder ${name} may.`),
  );
}
