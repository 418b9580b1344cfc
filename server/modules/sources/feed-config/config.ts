import { hash } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import * as z from 'zod';
import { propertyTypes } from '#domain/listing/contract.ts';
import { builtInSources } from '#domain/listing/built-in-sources.ts';
import { StartupError } from '#server/lib/errors.ts';
import { readSettingFile } from '#server/lib/file-errors.ts';

const countGroups = (pattern: string) => (new RegExp(`${pattern}|`, 'u').exec('')?.length ?? 1) - 1;
const hasOneGroup = (pattern: string) => {
  try {
    return countGroups(pattern) === 1;
  } catch {
    return false;
  }
};

/**
 * A text with {Column} placeholders, or the one group of a regular expression that is matched against such a text or a
 * column.
 */
const mappingValue = z.union(
  [
    z.string().max(2000),
    z.strictObject({
      from: z.string().min(1).max(2000),
      match: z.string().max(500).refine(hasOneGroup, 'must be a regular expression with one group'),
    }),
  ],
  "must be a text such as 'Lot {Number}', or {from, match} where match is a regular expression with one group",
);

/** A type, or a table of its values: 'LOT|LAND' means raw land, and any other value stands for itself. */
const typeMapping = z.union(
  [
    mappingValue,
    z.strictObject({ from: z.string().min(1).max(2000), values: z.record(z.string().min(1), z.enum(propertyTypes)) }),
  ],
  `must be a text, {from, match}, or {from, values} where values are of ${propertyTypes.join(', ')}`,
);

const optionalFields = {
  propertyType: typeMapping.optional(),
  parcel: mappingValue.optional(),
  address: mappingValue.optional(),
  beds: mappingValue.optional(),
  baths: mappingValue.optional(),
  livingArea: mappingValue.optional(),
  acres: mappingValue.optional(),
  yearBuilt: mappingValue.optional(),
  county: mappingValue.optional(),
  price: mappingValue.optional(),
  details: mappingValue.optional(),
  imageUrl: mappingValue.optional(),
  postedAt: mappingValue.optional(),
  zipCode: mappingValue.optional(),
  city: mappingValue.optional(),
  state: mappingValue.optional(),
  latitude: mappingValue.optional(),
  longitude: mappingValue.optional(),
  externalId: mappingValue.optional(),
  withdrawn: mappingValue.optional(),
};
/** A table needs a mapping; a feed defines its own titles and links. */
const describeMissingMapping = ({ code }: { code?: string }) =>
  code === 'invalid_type' ? 'must say where the title, the link and the rest of a listing come from' : undefined;
const tableMapping = z.strictObject(
  { title: mappingValue, link: mappingValue, ...optionalFields },
  { error: describeMissingMapping },
);
const feedMapping = z.strictObject(
  { title: mappingValue.optional(), link: mappingValue.optional(), ...optionalFields },
  { error: describeMissingMapping },
);

/** Ids that other sources use. */
export const reservedIds: ReadonlySet<string> = new Set([...Object.values(builtInSources), 'imap']);

const commonFields = {
  id: z
    .string('must be a text')
    .regex(/^[a-z0-9-]{1,50}$/, 'must be 1 to 50 of a-z, 0-9 and -')
    .refine((id) => !reservedIds.has(id), 'must be another one: this names a source of the product itself'),
  basis: z.string('must say why this source may be read').min(1, 'must say why this source may be read').max(200),
  file: z.string().min(1).optional(),
  url: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
  everySeconds: z.int('must be a whole number of seconds').min(1).max(604_800),
  allowPrivate: z.boolean().default(false),
  state: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be the two letters of a state')
    .optional(),
  states: z
    .array(z.string().regex(/^[A-Z]{2}$/, 'must be the two letters of a state'), 'must be a list of states')
    .min(1, 'must name at least one state')
    .optional(),
};

/** `feed` is any of RSS, Atom and JSON Feed, detected from the content; the other names mean the same. */
const entryKinds = ['feed', 'rss', 'atom', 'jsonfeed'] as const;

const isObject = (input: unknown) => typeof input === 'object' && input !== null && !Array.isArray(input);

const feedSchema = z
  .discriminatedUnion(
    'kind',
    [
      z.strictObject({
        ...commonFields,
        kind: z.literal('csv'),
        delimiter: z.string().length(1).optional(),
        mapping: tableMapping,
      }),
      z.strictObject({
        ...commonFields,
        kind: z.literal('json'),
        items: z.string().min(1).optional(),
        mapping: tableMapping,
      }),
      z.strictObject({ ...commonFields, kind: z.enum(entryKinds), mapping: feedMapping.default({}) }),
    ],
    {
      error: ({ input }) => (isObject(input) ? "must be 'csv', 'json' or 'feed'" : 'must be an object'),
    },
  )
  .refine(({ file, url }) => (file === undefined) !== (url === undefined), 'needs a file or a url, and not both');

const feedListSchema = z.array(z.unknown(), 'must be a list of feeds');

export type MappingValue = z.infer<typeof typeMapping>;
export type Mapping = z.infer<typeof feedMapping>;
/**
 * A feed as FEEDS describes it, or as it was saved by an admin; `file` is absolute, `version` changes with the
 * description.
 */
export type Feed = z.infer<typeof feedSchema> & { version: string; isSaved: boolean };
export type CsvFeed = Extract<Feed, { kind: 'csv' }>;
export type JsonFeed = Extract<Feed, { kind: 'json' }>;

/** Whether its entries have titles and links of their own; the rows of all other kinds need a mapping. */
export function isEntryFeed({ kind }: Pick<Feed, 'kind'>): boolean {
  return entryKinds.some((name) => name === kind);
}

/** The feeds that a file lists. Throws StartupError with one message. */
export function readFeeds(path: string): Feed[] {
  const listed = feedListSchema.safeParse(readJsonFile(path));
  if (!listed.success) throw new StartupError(`FEEDS file ${path} must be a list of feeds`);
  const feeds = listed.data.map((raw, index) => parseFeedEntry(raw, index, path));
  const duplicate = feeds.find(({ id }, index) => feeds.findIndex((feed) => feed.id === id) !== index);
  if (duplicate) throw new StartupError(`FEEDS file ${path} lists two feeds with the id '${duplicate.id}'`);
  return feeds;
}

function readJsonFile(path: string): unknown {
  const text = readSettingFile('FEEDS', path);
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new StartupError(`FEEDS file ${path} is not valid JSON`, { cause });
  }
}

function parseFeedEntry(raw: unknown, index: number, path: string): Feed {
  const { feed, problem } = parseFeed(raw);
  if (feed !== null) return { ...feed, ...(feed.file !== undefined && { file: resolve(dirname(path), feed.file) }) };
  const named = z.looseObject({ id: z.string() }).safeParse(raw);
  throw new StartupError(
    `FEEDS file ${path}, ${named.success ? `feed '${named.data.id}'` : `feed ${index + 1}`}: ${problem}`,
  );
}

/** The description of a feed, checked; else what is wrong with it, as the end of a sentence. */
export function parseFeed(raw: unknown): { feed: Feed; problem: null } | { feed: null; problem: string } {
  const { data, error } = feedSchema.safeParse(raw);
  if (error) return { feed: null, problem: error.issues[0] ? describeIssue(error.issues[0]) : 'is not valid' };
  const version = hash('sha256', JSON.stringify(data), 'base64url');
  return { feed: { ...data, version, isSaved: false }, problem: null };
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const field = issue.path.join('.');
  if (issue.code !== 'unrecognized_keys') return `${field} ${issue.message}`.trim();
  return `${field === '' ? '' : `${field} `}has '${issue.keys[0]}', which means nothing there`;
}
