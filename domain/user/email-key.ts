/** Two addresses with the same key are the same account's: case does not tell them apart. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}
