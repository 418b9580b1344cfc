import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { dataFormat } from '#domain/installation/events.ts';
import { wrapFsError } from '#server/lib/file-errors.ts';
import { StartupError } from '#server/lib/errors.ts';
import { createFolder } from '#server/platform/storage/data-directory.ts';
import { scratchViewsFile } from '#server/platform/storage/scratch-views.ts';

/** The description of the copy in a folder. `at` and `position` are those of the last event by then. */
const manifestSchema = z.object({
  kind: z.literal('copy of the views'),
  dataFormat: z.int(),
  state: z.enum(['building', 'ready']),
  /** The requested moment: a time in ISO 8601, or a position. */
  until: z.string(),
  position: z.number(),
  at: z.string().nullable(),
});
export type CopyManifest = z.infer<typeof manifestSchema>;

const manifestFile = 'copy.json';
const ownFiles = [manifestFile, ...['', '-wal', '-shm', '-journal'].map((part) => scratchViewsFile + part)];

/**
 * Creates the folder for a copy, readable only by its owner. An unfinished copy in it is removed; a finished one, or
 * any other content, is refused. Throws StartupError.
 */
export function prepareCopyFolder(into: string): string {
  const folder = resolve(into);
  return wrapFsError(folder, () => {
    createFolder(folder);
    const fileNames = readdirSync(folder);
    if (fileNames.length === 0) return folder;
    const before = fileNames.includes(manifestFile) ? parseManifest(folder) : null;
    if (before?.state === 'ready') {
      throw new StartupError(`${folder} holds a copy as of ${formatMoment(before)} already: name a new folder`);
    }
    if (before === null || fileNames.some((name) => !ownFiles.includes(name))) {
      throw new StartupError(`${folder} is not empty: name a new folder`);
    }
    for (const name of ownFiles) rmSync(join(folder, name), { force: true });
    return folder;
  });
}

export function writeManifest(folder: string, copy: Omit<CopyManifest, 'kind' | 'dataFormat'>): CopyManifest {
  const file = join(folder, manifestFile);
  const manifest: CopyManifest = { kind: 'copy of the views', dataFormat, ...copy };
  rmSync(file, { force: true });
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`, {
    mode: 0o600,
  });
  if (copy.state === 'ready') chmodSync(file, 0o400);
  return manifest;
}

/** The description of a finished copy in a folder. Throws StartupError. */
export function readManifest(into: string): CopyManifest {
  const folder = resolve(into);
  const copy = existsSync(join(folder, manifestFile)) ? wrapFsError(folder, () => parseManifest(folder)) : null;
  if (copy === null) {
    throw new StartupError(`${folder} holds no copy: make one with npm run history -- replay --until TIME --into DIR`);
  }
  if (copy.dataFormat !== dataFormat) {
    throw new StartupError(
      `The copy in ${folder} holds data of format ${copy.dataFormat}, and this version reads format ${dataFormat}: replay it again`,
    );
  }
  if (copy.state === 'ready') return copy;
  throw new StartupError(`The copy in ${folder} is not finished: run its npm run history -- replay again`);
}

/** The moment of a copy, as text for people. */
export function formatMoment({ at, position }: Pick<CopyManifest, 'at' | 'position'>): string {
  return at === null ? 'before the first event' : `${at} (position ${position})`;
}

function parseManifest(folder: string): CopyManifest | null {
  try {
    return manifestSchema.parse(JSON.parse(readFileSync(join(folder, manifestFile), 'utf8')));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}
