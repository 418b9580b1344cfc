import { chmodSync, copyFileSync, cpSync, existsSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { blobsFolder } from '#server/platform/storage/store-files.ts';
import { computeKeyCheck } from '#server/platform/encryption/key-check.ts';
import { readKeyFile } from '#server/platform/encryption/key-file.ts';
import { installationFile } from '#server/platform/storage/installation-file.ts';
import { createFolder } from '#server/platform/storage/data-directory.ts';
import { explainFileError, wrapFsError } from '#server/lib/file-errors.ts';
import { StartupError } from '#server/lib/errors.ts';
import { pictureSizes } from '#domain/picture/contract.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';

const [log, documents] = ['events.sqlite', 'vault.sqlite'];
/** The largest number that SQLite takes. */
const allPages = 2 ** 31 - 1;
const isSmallFile = (name: string) => name.endsWith('.key') || name === installationFile;

/**
 * Copies a data folder, also while a server is writing it, into one that a server can start on. Resolves to the number
 * of events. The order matters: the scout's checkpoints must be older than the log, as the scout repeats what is
 * missing there; the credentials and the keys of personal data must be newer, so that every user in the log can sign in
 * and every event can be decrypted. Leaves nothing of a copy that fails. Throws StartupError.
 */
export async function backUpFolder(dataDir: string, to: string): Promise<number> {
  const [from, target] = [resolve(dataDir), resolve(to)];
  if (!existsSync(join(from, log))) {
    throw new StartupError(`There is no log in DATA_DIR ${from}: set DATA_DIR to the data folder of a server`);
  }
  const isNew = !existsSync(target);
  wrapFsError(target, () => {
    createFolder(target);
    if (readdirSync(target).length > 0) throw new StartupError(`${target} is not empty: name a new folder`);
  });
  try {
    return await copyFiles(from, target);
  } catch (error) {
    for (const name of readdirSync(target)) rmSync(join(target, name), { recursive: true });
    if (isNew) rmdirSync(target);
    throw explainFileError(target, error);
  }
}

async function copyFiles(from: string, target: string): Promise<number> {
  await copyDatabase(join(from, documents), join(target, documents));
  await copyDatabase(join(from, log), join(target, log));
  renewCredentials(join(target, documents), join(from, documents));
  for (const name of readdirSync(from).filter(isSmallFile)) {
    wrapFsError(join(target, name), () => copyFileSync(join(from, name), join(target, name)));
  }
  copyPictures(join(from, blobsFolder), join(target, blobsFolder));
  return verifyCopy(join(target, log));
}

/** Drafts are left out: a server may be writing them. */
function copyPictures(from: string, target: string): void {
  if (!existsSync(from)) return;
  wrapFsError(target, () => cpSync(from, target, { recursive: true, filter: (path) => !path.endsWith('.new') }));
}

/** The files of a copy, with their bytes, and those in the folder of pictures. */
export function measureCopy(copy: string): { bytes: number; pictures: number } {
  const paths = readdirSync(copy, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = paths.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  const files = paths.filter(({ parentPath }) => parentPath.startsWith(join(copy, blobsFolder)));
  return { bytes, pictures: files.length / pictureSizes.length };
}

/** Whether a copy contains the key of its accounts: a key from the environment is not in the folder. */
export function hasOwnKey(copy: string): boolean {
  const key = readKeyFile(copy, 'credential.key');
  if (key === null) return false;
  const database = new DatabaseSync(join(copy, documents));
  try {
    const mark = database
      .prepare("SELECT doc ->> 'mark' AS mark FROM documents WHERE space = ?")
      .get(documentSpaces.keyCheck);
    return mark === undefined || mark['mark'] === computeKeyCheck(key);
  } finally {
    database.close();
  }
}

async function copyDatabase(from: string, to: string): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true, timeout: 5_000 });
  try {
    // In one step: a copy in several steps starts again after every write of the server.
    await backup(source, to, { rate: allPages });
    chmodSync(to, 0o600);
  } finally {
    source.close();
  }
}

/** What opens the log must not be older than the log. */
const { credentials, sessions, subjectKeys, subjectTokens } = documentSpaces;
const renewedSpaces = `'${credentials}', '${subjectKeys}', '${subjectTokens}'`;

/** Sessions are omitted: one that has ended since would be valid again. */
function renewCredentials(copy: string, source: string): void {
  const database = new DatabaseSync(copy, { timeout: 5_000 });
  try {
    database.prepare('ATTACH ? AS source').run(source);
    database.exec(`BEGIN;
      DELETE FROM main.documents WHERE space IN (${renewedSpaces}, '${sessions}');
      INSERT INTO main.documents SELECT * FROM source.documents WHERE space IN (${renewedSpaces});
      COMMIT;
      DETACH source`);
  } finally {
    database.close();
  }
}

function verifyCopy(file: string): number {
  const database = new DatabaseSync(file);
  try {
    const verdict = database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
    if (verdict !== 'ok') throw new StartupError(`The copy ${file} is damaged: ${String(verdict)}`);
    return Number(database.prepare('SELECT count(*) AS events FROM events').get()?.['events']);
  } finally {
    database.close();
  }
}
