import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '#server/lib/clock.ts';

const lifetimeMs = 5 * 60_000;

/** The first step of a sign-in, signed: a client that sends it back has sent the right password in the last 5 minutes. */
export type StepTokens = ReturnType<typeof createStepTokens>;

export function createStepTokens({ key, clock }: { key: Buffer; clock: Clock }) {
  const sign = (text: string) => createHmac('sha256', key).update(text).digest();
  return {
    create: (userId: string): string => {
      const text = `${clock().getTime() + lifetimeMs}.${userId}`;
      return `${sign(text).toString('base64url')}.${text}`;
    },
    /** The user; null for a token that is not valid, or not any more. */
    read: (token: string): string | null => {
      const [signature = '', expires = '', userId = ''] = token.split('.');
      const [given, expected] = [Buffer.from(signature, 'base64url'), sign(`${expires}.${userId}`)];
      const isValid = given.length === expected.length && timingSafeEqual(given, expected);
      return isValid && Number(expires) > clock().getTime() ? userId : null;
    },
  };
}
