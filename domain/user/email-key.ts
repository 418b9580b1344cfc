/** Two addresses with the same key are the same account's: case does not tell them apart. */
export function toEmailKey(email: string): string {
  return email.trim().toLowerCase();
}
