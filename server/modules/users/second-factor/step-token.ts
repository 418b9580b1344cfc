import { createHmac } from 'node:crypto';
import type { Clock } from '#server/lib/clock.ts';
import { isSameSecret } from '#server/lib/network/is-same-secret.ts';

const lifetimeMs = 5 * 60_000;

/** The first step of a sign-in, signed: a client that sends it back has sent the right password in the last 5 minutes. */
export type StepTokens = ReturnType<typeof createStepTokens>;

export function createStepTokens({ key, clock }: { key: Buffer; clock: Clock }) {
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  return {
    create: (userId: string): string => {
      const text = `${clock().getTime() + lifetimeMs}.${userId}`;
      return `${sign(text)}.${text}`;
    },
    /** The user; null for a token that is not valid, or not any more. */
    read: (token: string): string | null => {
      const [signature = '', expires = '', userId = ''] = token.split('.');
      const isValid = isSameSecret(signature, sign(`${expires}.${userId}`));
      return isValid && Number(expires) > clock().getTime() ? userId : null;
    },
  };
}
