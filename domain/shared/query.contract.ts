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

const maxRepeats = 100;

/** A text that may be given several times; empty ones are ignored, as if none was given. */
export function repeatedParameter(name: string, maxLength: number) {
  const texts = z.array(textParameter(name, maxLength)).max(maxRepeats, `${name} may be given ${maxRepeats} times`);
  const filled = texts.transform((all) => all.filter((text) => text !== ''));
  const known = filled.transform((all) => (all.length > 0 ? all : undefined)).optional();
  return z.preprocess((given) => (given === undefined ? given : [given].flat()), known);
}

/** A day without a time means its first or last millisecond in UTC. */
export function momentParameter(name: string) {
  const wrong = `${name} must be a day such as 2026-11-21, or a time such as 2026-11-21T10:00:00Z`;
  return z
    .string(`${name} must be given once`)
    .trim()
    .pipe(z.union([z.literal(''), z.iso.date(), z.iso.datetime({ offset: true })], wrong))
    .optional();
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
