import * as z from 'zod';

/** Any other text is left unchanged, so that the schema refuses it. */
const parseInteger = (input: number | string): unknown =>
  typeof input === 'string' && /^(0|-?[1-9]\d{0,14})$/.test(input) ? Number(input) : input;
const flags: Record<string, boolean> = { true: true, 1: true, false: false, 0: false };
const parseFlag = (input: boolean | string): unknown => (typeof input === 'string' ? (flags[input] ?? input) : input);

/** A number of a query, where every value is a text. */
export function toIntegerParameter<S extends z.ZodType>(schema: S) {
  return z.preprocess(parseInteger, schema);
}

/** A boolean of a query: true or 1, false or 0. */
export function toFlagParameter<S extends z.ZodType>(schema: S) {
  return z.preprocess(parseFlag, schema);
}

export function textParameter(name: string, maxLength: number) {
  return z
    .string(`${name} must be given once`)
    .trim()
    .max(maxLength, `${name} must be at most ${maxLength.toLocaleString('en-US')} characters`);
}

const maxPosition = 999_999_999_999_999;

/** A position in the log. */
export const logPosition = (error: string) => z.int(error).min(0, error).max(maxPosition, error);

export const positionParameter = (error: string) => toIntegerParameter(logPosition(error));

/** `?limit` of a list: at most 500 unless declared. */
export function limitParameter(max = 500) {
  const error = `limit must be a whole number from 1 to ${max}`;
  return toIntegerParameter(z.int(error).min(1, error).max(max, error));
}

/** The paging of a list: `?limit`, 50 unless given, and the `?cursor` that the previous page returned. */
export const pagingQuery = {
  limit: limitParameter().default(50),
  cursor: z.string('cursor must be given once').max(1000, 'cursor must be at most 1,000 characters').optional(),
};

/** `?dryRun` is true or 1: nothing is written. */
export const dryRunQuery = z.object({
  dryRun: toFlagParameter(z.boolean('dryRun must be true or 1, or not given')).default(false),
});
