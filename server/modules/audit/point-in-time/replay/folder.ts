import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { orRefused } from '#server/lib/file-errors.ts';
import { StartRefused } from '#server/lib/errors.ts';
import { sideFile } from '#server/platform/storage/side-stores.ts';

/** What a folder says of the copy in it. `at` and `position` are those of the last event by then. */
const described = z.object({
  kind: z.literal('copy of the views'),
  state: z.enum(['building', 'ready']),
  /** The moment as it was asked for: a time in ISO 8601, or a position. */
  until: z.string(),
  position: z.number(),
  at: z.string().nullable(),
});
export type Copy = z.infer<typeof described>;

const note = 'copy.json';
const own = [note, ...['', '-wal', '-shm', '-journal'].map((part) => sideFile + part)];

/**
 * Makes the folder for a copy, for its owner alone. What an unfinished copy left is removed; one that is finished, or
 * anything else, is refused. Throws StartRefused.
 */
export function emptiedFolder(into: string): string {
  const folder = resolve(into);
  return orRefused(folder, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const found = readdirSync(folder);
    if (found.length === 0) return folder;
    const before = found.includes(note) ? noteIn(folder) : null;
    if (before?.state === 'ready') {
      throw new StartRefused(`${folder} holds a copy as of ${momentOf(before)} already: name a new folder`);
    }
    if (before === null || found.some((name) => !own.includes(name))) {
      throw new StartRefused(`${folder} is not empty: name a new folder`);
    }
    for (const name of own) rmSync(join(folder, name), { force: true });
    return folder;
  });
}

export function writeNote(folder: string, copy: Omit<Copy, 'kind'>): void {
  const file = join(folder, note);
  rmSync(file, { force: true });
  writeFileSync(file, `${JSON.stringify({ kind: 'copy of the views', ...copy }, null, 2)}\n`, { mode: 0o600 });
  if (copy.state === 'ready') chmodSync(file, 0o400);
}

/** What a folder holds, where it holds a whole copy. Throws StartRefused. */
export function copyIn(into: string): Copy {
  const folder = resolve(into);
  const copy = existsSync(join(folder, note)) ? orRefused(folder, () => noteIn(folder)) : null;
  if (copy === null) {
    throw new StartRefused(`${folder} holds no copy: make one with npm run history -- replay --until TIME --into DIR`);
  }
  if (copy.state === 'ready') return copy;
  throw new StartRefused(`The copy in ${folder} is not finished: run its npm run history -- replay again`);
}

/** As of when a copy is, for people. */
export function momentOf({ at, position }: Pick<Copy, 'at' | 'position'>): string {
  return at === null ? 'before the first event' : `${at} (position ${position})`;
}

function noteIn(folder: string): Copy | null {
  try {
    return described.parse(JSON.parse(readFileSync(join(folder, note), 'utf8')));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}
