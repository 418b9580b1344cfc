import * as z from 'zod';
import { StartupError } from '#server/lib/errors.ts';

const officialApiUrl = 'https://api.telegram.org';

/** Of the environment. */
export const channelVariables = {
  TELEGRAM_BOT_TOKEN: z
    .string()
    .regex(/^\d{1,20}:[\w-]{20,100}$/, 'TELEGRAM_BOT_TOKEN must be the token of a bot, as @BotFather gives it')
    .nullable()
    .default(null),
  TELEGRAM_API_URL: z
    .url({ protocol: /^https?$/, error: 'TELEGRAM_API_URL must be an http(s) address' })
    .default(officialApiUrl),
  WEBHOOK_ALLOW_PRIVATE: z.enum(['on', 'off'], "WEBHOOK_ALLOW_PRIVATE must be 'on' or 'off'").default('off'),
};
type Values = z.infer<z.ZodObject<typeof channelVariables>>;

/** Null where the server has no bot. */
export type TelegramConfig = { token: string; apiUrl: string } | null;

/** Throws StartupError where a variable for tests is set elsewhere. */
export function toChannelsConfig(
  values: Values,
  environment: Record<string, string | undefined>,
): { telegram: TelegramConfig; webhookAllowPrivate: boolean } {
  const { TELEGRAM_BOT_TOKEN: token, TELEGRAM_API_URL: apiUrl } = values;
  const webhookAllowPrivate = values.WEBHOOK_ALLOW_PRIVATE === 'on';
  const changed = apiUrl === officialApiUrl ? 'WEBHOOK_ALLOW_PRIVATE' : 'TELEGRAM_API_URL';
  if ((webhookAllowPrivate || apiUrl !== officialApiUrl) && environment['NODE_ENV'] !== 'test')
    throw new StartupError(`${changed} is for tests: NODE_ENV must be test`);
  return {
    telegram: token === null ? null : { token, apiUrl: apiUrl.replace(/\/$/, '') },
    webhookAllowPrivate,
  };
}
