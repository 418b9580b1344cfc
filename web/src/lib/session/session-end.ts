/** How this window ended its session, or is about to: the live connection may report it before the response arrives. */
let sessionEnd: 'sign-out' | 'deletion' | null = null;

/** Null once a user signs in, or where the session could not be ended. */
export function recordSessionEnd(end: typeof sessionEnd): void {
  sessionEnd = end;
}

/** Whether this window signed out, or is about to. */
export function didSignOut(): boolean {
  return sessionEnd !== null;
}

/** Whether this window deleted the account of the user who was signed in. */
export function didDeleteAccount(): boolean {
  return sessionEnd === 'deletion';
}
