import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StoreDamaged, StoreUnavailable } from '#projections/store/port.ts';
import { StartupError } from '#server/lib/errors.ts';
import { wrapFsError } from '#server/lib/file-errors.ts';
import { addressErrors, type StorageConfig } from '#server/platform/config/storage-config.ts';

export const logFile = 'events.sqlite';
export const viewsFile = 'views.sqlite';
export const documentsFile = 'vault.sqlite';
export const historyFile = 'history.sqlite';
/** The folder of pictures. */
export const blobsFolder = 'pictures';
const stateFiles = [documentsFile, viewsFile, historyFile];
const restoreAdvice = 'Restore it from a backup, or use the version of this program that wrote it.';
const adviceByFile: Partial<Record<string, string>> = {
  [logFile]: restoreAdvice,
  [documentsFile]: restoreAdvice,
  [viewsFile]: 'Run `npm run rebuild`: it builds the views again from the log.',
  [historyFile]: 'Move it away: another is made of the log, and `npm run history -- verify` holds that to its seals.',
};

/** Whether there is a log in the data folder. */
export function hasEmbeddedLog({ dataDir }: Pick<StorageConfig, 'dataDir'>): boolean {
  return existsSync(join(resolve(dataDir), logFile));
}

/** The files of the stores that are in the data folder. */
export function listStoreFiles({ dataDir, eventStoreUrl, mongoUrl }: StorageConfig): string[] {
  const names = mongoUrl === null ? [...stateFiles] : [];
  if (eventStoreUrl === null) names.unshift(logFile);
  return names.map((name) => join(resolve(dataDir), name)).filter((file) => existsSync(file));
}

/** A client's error message may quote the address with its password. */
export function wrapAddressError<S>(name: keyof typeof addressErrors, open: () => S): S {
  try {
    return open();
  } catch {
    throw new StartupError(addressErrors[name]);
  }
}

/** Turns what is wrong with a file of the data folder into a sentence with advice. Throws StartupError. */
export function wrapDamage<S>(folder: string, name: string, open: (file: string) => S): S {
  try {
    return wrapFsError(join(folder, name), () => open(join(folder, name)));
  } catch (error) {
    if (!(error instanceof StoreDamaged || error instanceof StoreUnavailable)) throw error;
    throw new StartupError(`DATA_DIR ${folder}: ${error.message} ${adviceByFile[name] ?? ''}`.trim(), { cause: error });
  }
}
