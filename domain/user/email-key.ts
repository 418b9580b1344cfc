/** Two addresses with the same key belong to the same account: case is ignored. */
export function toEmailKey(email: string): string {
  return email.trim().toLowerCase();
}
