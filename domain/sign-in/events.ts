/** What a session was begun with: browser and system in words, and the place of the address as far as it is known. */
export type SessionOrigin = { browser: string; city: string | null; state: string | null };

/** Stream `access-<userId>`. */
export type AccessEvent =
  | { type: 'SignedIn'; data: { userId: string } }
  | { type: 'SignedOut'; data: { userId: string } }
  /** `sessionId` names the session for its user; it opens nothing. */
  | { type: 'SessionBegun'; data: SessionOrigin & { userId: string; sessionId: string } }
  /** The user had sessions before, but none by this browser in this state. */
  | { type: 'NewBrowserUsed'; data: SessionOrigin & { userId: string } }
  /** The user ended other sessions than the present one. */
  | { type: 'SessionsEnded'; data: { userId: string; sessionIds: string[] } };
