/** Stream `access-<userId>`. */
export type AccessEvent =
  | { type: 'SignedIn'; data: { userId: string } }
  | { type: 'SignedOut'; data: { userId: string } };
