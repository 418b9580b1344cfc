// Distinguishes a session that ended from one that never existed: scripts cannot read the cookie. All windows of the
// browser share the flag, and it outlives them.
const storageKey = 'signed-in';

export function setSignedInFlag(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(storageKey, '1');
    else localStorage.removeItem(storageKey);
  } catch {
    // A browser may refuse storage; then the end of a session is not announced.
  }
}

/** Whether a user signed in here and never signed out. */
export function hasSignedInFlag(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    return false;
  }
}
