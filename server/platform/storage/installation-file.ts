import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import type { Installation } from '#domain/installation/decider.ts';
import { StartupError } from '#server/lib/errors.ts';
import { getFsErrorCode, wrapFsError } from '#server/lib/file-errors.ts';
import { replaceFile } from '#server/lib/replace-file.ts';
import { createFolder } from './data-directory.ts';

export const installationFile = 'installation.json';
const installationSchema = z.object({ installationId: z.uuid(), dataFormat: z.int() });

/** The installation that the data folder belongs to; null before its first start. Throws StartupError. */
export function readInstallationFile(dataDir: string): Installation | null {
  const folder = resolve(dataDir);
  const file = join(folder, installationFile);
  const text = wrapFsError(`DATA_DIR ${folder}`, () => readText(file));
  if (text === null) return null;
  try {
    return installationSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new StartupError(`${file} is damaged: restore it from a backup`, { cause });
  }
}

/** Throws StartupError. */
export function writeInstallationFile(dataDir: string, installation: Installation): void {
  const folder = resolve(dataDir);
  wrapFsError(`DATA_DIR ${folder}`, () => {
    createFolder(folder);
    replaceFile(join(folder, installationFile), `${JSON.stringify(installation, null, 2)}\n`);
  });
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (getFsErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
