import { timingSafeEqual } from 'node:crypto';

/** Compares texts of which an attacker may send one: the time that it takes does not tell where they differ. */
export function isSameSecret(received: string, expected: string): boolean {
  const [actual, wanted] = [Buffer.from(received), Buffer.from(expected)];
  return actual.length === wanted.length && timingSafeEqual(actual, wanted);
}
