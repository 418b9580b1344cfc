import * as z from 'zod';
import { StartupError } from '#server/lib/errors.ts';

/** An OpenAI-compatible endpoint for second opinions; unset, only the rules classify. */
export const llmVariables = {
  LLM_BASE_URL: z
    .url({ protocol: /^https?$/, error: 'LLM_BASE_URL must be an http(s) address such as https://api.example.com/v1' })
    .transform((url) => url.replace(/\/+$/, ''))
    .nullable()
    .default(null),
  LLM_MODEL: z.string().nullable().default(null),
  LLM_API_KEY: z.string().nullable().default(null),
  LLM_DAILY_CALLS: z
    .string()
    .regex(/^\d{1,7}$/, 'LLM_DAILY_CALLS must be a whole number from 0 to 9999999')
    .transform(Number)
    .default(1000),
};

/** `key` is null for an endpoint that needs none; `dailyCalls` is the limit per day in UTC. */
export type LlmConfig = { baseUrl: string; name: string; key: string | null; dailyCalls: number };

type Values = z.infer<z.ZodObject<typeof llmVariables>>;

/** Null where no endpoint is set. Throws StartupError for an incomplete one. */
export function toLlmConfig(values: Values): LlmConfig | null {
  const { LLM_BASE_URL: baseUrl, LLM_MODEL: name, LLM_API_KEY: key, LLM_DAILY_CALLS: dailyCalls } = values;
  if (baseUrl !== null && name !== null) return { baseUrl, name, key, dailyCalls };
  if (baseUrl === null && name === null && key === null) return null;
  throw new StartupError('LLM_BASE_URL and LLM_MODEL belong together: set both or none');
}
