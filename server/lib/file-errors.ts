import { readFileSync } from 'node:fs';
import { StartupError } from './errors.ts';

/** The text of the file that a setting names. Throws StartupError. */
export function readSettingFile(setting: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new StartupError(`${setting} must be the path of a file that can be read, and ${path} cannot`, { cause });
  }
}

/** Turns an error of the file system into a sentence about `what`. */
export function wrapFsError<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw explainFileError(what, error);
  }
}

/** The sentence about `what` for an error of the file system or of SQLite's files; any other error is returned as it is. */
export function explainFileError(what: string, error: unknown): unknown {
  const code = getFsErrorCode(error) ?? getSqliteErrorCode(error);
  if (code === null || error instanceof StartupError) return error;
  return new StartupError(`${what} cannot be used: ${reasonByCode[code] ?? code}`, { cause: error });
}

const reasonByCode: Partial<Record<string, string>> = {
  EACCES: 'this user may not read and write it',
  EPERM: 'this user may not read and write it',
  EEXIST: 'it is a file and should be a folder',
  ENOTDIR: 'it is a file and should be a folder',
  ENOENT: 'it is not there and cannot be made',
  EISDIR: 'it is a folder and should be a file',
  EROFS: 'the disk can only be read',
  ENOSPC: 'the disk is full',
  EIO: 'reading or writing it fails',
  EMFILE: 'too many files are open',
};

/** SQLite's primary results, by what the file system would say. */
const codeByResult: Partial<Record<number, string>> = { 8: 'EROFS', 10: 'EIO', 13: 'ENOSPC', 14: 'ENOENT' };

function getSqliteErrorCode(error: unknown): string | null {
  if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) return null;
  return codeByResult[error.errcode & 0xff] ?? null;
}

/** The code of a file system error, null for any other error. */
export function getFsErrorCode(error: unknown): string | null {
  const isFsError = error instanceof Error && 'syscall' in error && 'code' in error;
  return isFsError && typeof error.code === 'string' ? error.code : null;
}
