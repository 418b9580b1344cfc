import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium, type Locator } from 'playwright-core';

/** In ms, the timeout for what a page shows: a busy machine may delay a browser by seconds. */
export const pageTimeoutMs = 30_000;

/** A real Chromium: CHROMIUM_PATH, else the one from the npm package. */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? (await findPackagedBrowser()),
    // Not the package's own arguments: they put all pages into one process and disable web security.
    args: ['--no-sandbox'],
    headless: true,
  });
}

/** Focuses an element once it is visible: until then, a browser ignores the request. */
export async function focus(element: Locator): Promise<void> {
  await element.waitFor();
  await element.focus();
}

/**
 * The path of the package's browser, unpacked. The package unpacks in place into the folder for temporary files and
 * takes an existing file for complete, although another process may still be writing it or was killed while writing. So
 * it gets a folder of its own, which is renamed to the final path only when complete.
 */
async function findPackagedBrowser(): Promise<string> {
  const own = new URL('../../package.json', import.meta.resolve('@sparticuz/chromium'));
  const { version } = JSON.parse(await readFile(own, 'utf8')) as { version: string };
  const folder = join(tmpdir(), `scout-chromium-${version}`);
  const program = join(folder, 'chromium');
  if (existsSync(program)) return program;
  const unpacked = await mkdtemp(`${folder}-`);
  const script = fileURLToPath(new URL('unpack-browser.ts', import.meta.url));
  await promisify(execFile)(process.execPath, [script], { env: { ...process.env, TMPDIR: unpacked } });
  await rename(unpacked, folder).catch(async (error: unknown) => {
    await rm(unpacked, { recursive: true });
    if (!existsSync(program)) throw error;
  });
  return program;
}
