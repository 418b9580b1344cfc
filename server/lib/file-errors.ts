import { StartRefused } from './errors.ts';

/** Turns what the file system throws into a sentence about `what`. */
export function orRefused<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const code = codeOf(error);
    if (code === null || error instanceof StartRefused) throw error;
    throw new StartRefused(`${what} cannot be used: ${reasons[code] ?? code}`, { cause: error });
  }
}

const reasons: Partial<Record<string, string>> = {
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

/** The code of an error of the file system, null for any other. */
export function codeOf(error: unknown): string | null {
  const ofSystem = error instanceof Error && 'syscall' in error && 'code' in error;
  return ofSystem && typeof error.code === 'string' ? error.code : null;
}
