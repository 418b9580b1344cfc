/** What a session was begun with: browser and system in words, and the place of the address as far as it is known. */
export type SessionOrigin = { browser: string; city: string | null; state: string | null };

export const secondFactorKinds = ['authenticator app', 'passkey'] as const;
export type SecondFactorKind = (typeof secondFactorKinds)[number];
export type SignInFactor = SecondFactorKind | 'recovery code';

/** What changed of the second factors of a user. */
export type FactorEvent =
  | { type: 'SecondFactorAdded'; data: { userId: string; factor: SecondFactorKind } }
  | { type: 'SecondFactorRemoved'; data: { userId: string; factor: SecondFactorKind } }
  /** All of another user's second factors, by an admin. */
  | { type: 'SecondFactorReset'; data: { userId: string } }
  | { type: 'RecoveryCodesIssued'; data: { userId: string } }
  | { type: 'RecoveryCodeUsed'; data: { userId: string; left: number } };

/** Stream `access-<userId>`. */
export type AccessEvent =
  | FactorEvent
  /** `factor`: what the user sent besides the password, or a passkey instead of it. */
  | { type: 'SignedIn'; data: { userId: string; factor?: SignInFactor } }
  | { type: 'SignedOut'; data: { userId: string } }
  /** `sessionId` names the session for its user; it opens nothing. */
  | { type: 'SessionBegun'; data: SessionOrigin & { userId: string; sessionId: string } }
  /** The user had sessions before, but none by this browser in this state. */
  | { type: 'NewBrowserUsed'; data: SessionOrigin & { userId: string } }
  /** The user ended other sessions than the present one. */
  | { type: 'SessionsEnded'; data: { userId: string; sessionIds: string[] } };
