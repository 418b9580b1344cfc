import * as z from 'zod';
import { StartupError } from '#server/lib/errors.ts';
import { nonEmpty } from './storage-config.ts';

export const wholeNumberVariable = (name: string, max: number, min = 0) => {
  const error = `${name} must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, error)
    .transform(Number)
    .refine((value) => value >= min && value <= max, error);
};

export const retentionVariables = { RETENTION_DAYS: wholeNumberVariable('RETENTION_DAYS', 36_500).default(90) };

/** For commands that keep data as the server does. Throws StartupError with one sentence. */
export function loadRetentionDays(env: Record<string, string | undefined>): number {
  const read = z.object(retentionVariables).safeParse(nonEmpty(env));
  if (!read.success) throw new StartupError(read.error.issues[0]?.message ?? 'RETENTION_DAYS is not valid');
  return read.data.RETENTION_DAYS;
}
