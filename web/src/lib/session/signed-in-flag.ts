// Tells a session that has ended from one that never was: the cookie itself is out of reach of scripts. All windows of
// the browser share the mark, and it outlives them.
const storageKey = 'signed-in';

export function setSignedInFlag(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(storageKey, '1');
    else localStorage.removeItem(storageKey);
  } catch {
    // A browser may refuse to keep anything; then a session that ends is not spoken of.
  }
}

/** Whether somebody signed in here and never signed out. */
export function hasSignedInFlag(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    return false;
  }
}
