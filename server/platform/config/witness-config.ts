import * as z from 'zod';
import { StartupError } from '#server/lib/errors.ts';

const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** A secret of Standard Webhooks. */
export const webhookSecretVariable = (name: string) =>
  z
    .string()
    .refine(
      (text) => text.startsWith('whsec_') && base64.test(text.slice('whsec_'.length)),
      `${name} must be whsec_ and a base64 text`,
    )
    .nullable()
    .default(null);

/** Of the environment. */
export const witnessVariables = {
  WITNESS_URL: z
    .url({ protocol: /^https?$/, error: 'WITNESS_URL must be an https address' })
    .nullable()
    .default(null),
  WITNESS_SECRET: webhookSecretVariable('WITNESS_SECRET'),
};
type Values = z.infer<z.ZodObject<typeof witnessVariables>> & {
  WITNESS_EMAIL: string | null;
  WEBHOOK_ALLOW_PRIVATE: 'on' | 'off';
};

/** Where each seal is sent; null where it is not. */
export type WitnessConfig = { webhook: { url: string; secret: string } | null; email: string | null };

/** Throws StartupError. */
export function toWitnessConfig(values: Values): WitnessConfig {
  const { WITNESS_URL: url, WITNESS_SECRET: secret, WITNESS_EMAIL: email, WEBHOOK_ALLOW_PRIVATE: allowed } = values;
  if (url !== null && !url.startsWith('https:') && allowed === 'off')
    throw new StartupError('WITNESS_URL must be an https address');
  if ((url === null) !== (secret === null))
    throw new StartupError('WITNESS_URL and WITNESS_SECRET belong together: set both or none');
  return { webhook: url !== null && secret !== null ? { url, secret } : null, email: email?.trim() ?? null };
}
