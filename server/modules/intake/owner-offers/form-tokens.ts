import { createHmac, randomBytes } from 'node:crypto';
import { minFormSeconds, maxFormAgeHours, type OfferSignals } from '#domain/owner-offer/spam.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { updateDocument } from '#projections/store/update-document.ts';
import { isSameSecret } from '#server/lib/network/is-same-secret.ts';
import type { Platform } from '#server/platform/modules/platform.ts';

const space = documentSpaces.formTokens;
const secondMs = 1000;
const hourMs = 3600 * secondMs;

export type FormTokens = {
  /** `<nonce>.<ms since 1970>.<signature>`, valid in every process. */
  issue: () => string;
  /** The state of the form that sent `token` for `commandId`, which may be repeated. */
  inspect: (token: string | undefined, commandId: string) => Promise<OfferSignals['form']>;
  /** Marks the token as used: from now on another command with it is refused. */
  spend: (token: string | undefined, commandId: string) => Promise<void>;
};

type SpentToken = { id: string; commandId: string };
type FormTokensDeps = Pick<Platform, 'documents' | 'clock'> & { key: Buffer };

/** Tokens that identify an opened form: signed, single use, valid for a day. */
export function createFormTokens({ documents, clock, key }: FormTokensDeps): FormTokens {
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url');

  const read = (token = ''): { nonce: string; at: number } | null => {
    const [nonce = '', time = '', signature = ''] = token.split('.');
    return isSameSecret(signature, sign(`${nonce}.${time}`)) ? { nonce, at: Number(time) } : null;
  };

  return {
    issue: () => {
      const text = `${randomBytes(16).toString('base64url')}.${clock().getTime()}`;
      return `${text}.${sign(text)}`;
    },
    inspect: async (token, commandId) => {
      const form = read(token);
      if (form === null) return 'unknown';
      const age = clock().getTime() - form.at;
      if (age > maxFormAgeHours * hourMs) return 'too old';
      const spent = await documents.get<SpentToken>(space, form.nonce);
      if (spent !== null && spent.commandId !== commandId) return 'used';
      return age < minFormSeconds * secondMs ? 'too fast' : 'fresh';
    },
    spend: async (token, commandId) => {
      const form = read(token);
      if (form === null) return;
      const spend = (spentToken: SpentToken | null): SpentToken => spentToken ?? { id: form.nonce, commandId };
      const expires = () => form.at + maxFormAgeHours * hourMs;
      await updateDocument(documents, { space, id: form.nonce, expires }, spend);
    },
  };
}
