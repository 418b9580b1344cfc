// Kept in memory only: a reload forgets it.
let temporaryPassword: string | null = null;

/** The temporary password that the user just signed in with, so that it need not be typed again. */
export function getTemporaryPassword(): string | null {
  return temporaryPassword;
}

export function keepTemporaryPassword(password: string | null): void {
  temporaryPassword = password;
}
