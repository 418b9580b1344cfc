import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { fastest, oldestForm, type Suspicion } from '#domain/owner-offer/spam.ts';
import type { Documents } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';

const space = 'sell-forms';
const second = 1000;
const hour = 3600 * second;

export type FormTokens = {
  /** `<nonce>.<ms since 1970>.<signature>`, good in every process. */
  issue: () => string;
  /** How the form that sent `token` looks to `commandId`, which may come again. */
  look: (token: string | undefined, commandId: string) => Promise<Suspicion['form']>;
  /** Another command with the same token is one too many from now on. */
  spend: (token: string | undefined, commandId: string) => Promise<void>;
};

type Spent = { id: string; commandId: string };
type Parts = { documents: Documents; clock: Clock; key: Buffer };

/** Tokens by which an opened form is known again: signed, of one use, good for a day. */
export function openFormTokens({ documents, clock, key }: Parts): FormTokens {
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url');

  const read = (token = ''): { nonce: string; at: number } | null => {
    const [nonce = '', time = '', signature = ''] = token.split('.');
    const wanted = Buffer.from(sign(`${nonce}.${time}`));
    const given = Buffer.from(signature);
    const isOurs = given.length === wanted.length && timingSafeEqual(given, wanted);
    return isOurs ? { nonce, at: Number(time) } : null;
  };

  return {
    issue: () => {
      const text = `${randomBytes(16).toString('base64url')}.${clock().getTime()}`;
      return `${text}.${sign(text)}`;
    },
    look: async (token, commandId) => {
      const form = read(token);
      if (form === null) return 'unknown';
      const age = clock().getTime() - form.at;
      if (age > oldestForm * hour) return 'too old';
      const spent = await documents.get<Spent>(space, form.nonce);
      if (spent !== null && spent.commandId !== commandId) return 'used';
      return age < fastest * second ? 'too fast' : 'fresh';
    },
    spend: async (token, commandId) => {
      const form = read(token);
      if (form === null) return;
      const spent: Spent = { id: form.nonce, commandId };
      await documents.put(space, spent, form.at + oldestForm * hour);
    },
  };
}
