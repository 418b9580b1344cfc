const erasedIdPrefix = 'erased-';

/** The id that a member of one stream reads as once the member's key is destroyed: it belongs to no user. */
export function toErasedUserId(token: string): string {
  return erasedIdPrefix + token;
}

/** The token in the id of an erased member; null for the id of a user. */
export function readErasedToken(userId: string): string | null {
  return userId.startsWith(erasedIdPrefix) ? userId.slice(erasedIdPrefix.length) : null;
}
