import { readStored, writeStored } from '../browser/storage.ts';

// Distinguishes a session that ended from one that never existed: scripts cannot read the cookie. All windows of the
// browser share the flag, and it outlives them.
const storageKey = 'signed-in';

export function setSignedInFlag(isSignedIn: boolean): void {
  writeStored('localStorage', storageKey, isSignedIn ? '1' : null);
}

/** Whether a user signed in here and never signed out. Where storage is refused, the end of a session is not announced. */
export function hasSignedInFlag(): boolean {
  return readStored('localStorage', storageKey) !== null;
}
