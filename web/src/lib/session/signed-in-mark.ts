// Tells a session that has ended from one that never was: the cookie itself is out of reach of scripts. All windows of
// the browser share the mark, and it outlives them.
const name = 'signed-in';

export function setSignedInMark(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(name, '1');
    else localStorage.removeItem(name);
  } catch {
    // A browser may refuse to keep anything; then a session that ends is not spoken of.
  }
}

/** Whether somebody signed in here and never signed out. */
export function hasSignedInMark(): boolean {
  try {
    return localStorage.getItem(name) !== null;
  } catch {
    return false;
  }
}
