import { StartupError } from './errors.ts';

/** Turns an error of the file system into a sentence about `what`. */
export function wrapFsError<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const code = getFsErrorCode(error);
    if (code === null || error instanceof StartupError) throw error;
    throw new StartupError(`${what} cannot be used: ${reasonByCode[code] ?? code}`, { cause: error });
  }
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
  EMFILE: 'too many files are open',
};

/** The code of a file system error, null for any other error. */
export function getFsErrorCode(error: unknown): string | null {
  const isFsError = error instanceof Error && 'syscall' in error && 'code' in error;
  return isFsError && typeof error.code === 'string' ? error.code : null;
}
