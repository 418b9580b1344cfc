import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

// Builds the web app into web/dist, but only if the build is missing or older than its sources.

const root = fileURLToPath(new URL('..', import.meta.url));
const compressBrotli = promisify(brotliCompress);
const dist = `${root}web/dist`;
const stampFile = '.fingerprint';
/** For the pages that the server renders; those of the app name it with its hash. */
const fontFile = `${root}node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2`;
const checker = `${root}web/checker.ts`;
const sources = [
  'web/src/**/*',
  'web/public/**/*',
  'web/worker/**/*',
  'web/index.html',
  'web/*.ts',
  'domain/*/*contract.ts',
  'server/lib/{evidence,merkle-tree}/*.ts',
  'vite.config.ts',
  'package-lock.json',
];

const fingerprint = computeFingerprint();
if (readFingerprint(dist) !== fingerprint) await build();

function computeFingerprint(): string {
  const hash = createHash('sha256');
  const entries = globSync(sources, { cwd: root, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name));
  for (const path of files.map(({ parentPath, name }) => `${parentPath}/${name}`).sort()) {
    hash.update(path.slice(root.length)).update('\0').update(readFileSync(path));
  }
  return hash.digest('hex');
}

function readFingerprint(folder: string): string | null {
  return existsSync(`${folder}/${stampFile}`) ? readFileSync(`${folder}/${stampFile}`, 'utf8') : null;
}

async function build(): Promise<void> {
  const vite = await import('vite').catch(() => null);
  if (!vite) {
    console.error(
      'The web is not built from these sources, and vite is not here to build it: run `npm ci` without --omit=dev.',
    );
    process.exitCode = 1;
    return;
  }
  const buildFolder = `${root}web/.dist-${randomUUID()}`;
  try {
    await vite.build({ configFile: `${root}vite.config.ts`, logLevel: 'warn', build: { outDir: buildFolder } });
    copyFileSync(fontFile, `${buildFolder}/figtree.woff2`);
    execFileSync(process.execPath, [
      '--disable-warning=ExperimentalWarning',
      checker,
      `${buildFolder}/check-evidence.mjs`,
    ]);
    await writeCompressedAssets(`${buildFolder}/assets`);
    writeFileSync(`${buildFolder}/${stampFile}`, fingerprint);
    replaceDist(buildFolder);
  } finally {
    rmSync(buildFolder, { recursive: true, force: true });
  }
}

/**
 * Compresses scripts, styles and the outlines of maps at the highest level once: the server has no time for that on
 * each request.
 */
async function writeCompressedAssets(assets: string): Promise<void> {
  const names = globSync('*.{js,css,json}', { cwd: assets });
  await Promise.all(
    names.map(async (name) =>
      writeFileSync(`${assets}/${name}.br`, await compressBrotli(readFileSync(`${assets}/${name}`))),
    ),
  );
}

/** Moves a finished build to web/dist. If another run was faster, one of the two stays, complete. */
function replaceDist(buildFolder: string): void {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    if (readFingerprint(dist) === fingerprint) return;
    const previousFolder = `${root}web/.dist-${randomUUID()}`;
    if (existsSync(dist)) tryRename(dist, previousFolder);
    const isReplaced = tryRename(buildFolder, dist);
    rmSync(previousFolder, { recursive: true, force: true });
    if (isReplaced) return;
  }
  throw new Error('web/dist could not be replaced: something else keeps writing there.');
}

function tryRename(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch {
    return false;
  }
}
