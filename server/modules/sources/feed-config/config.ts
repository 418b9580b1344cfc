import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import * as z from 'zod';
import { ownSources } from '#domain/listing/own-sources.ts';
import { StartRefused } from '#server/lib/errors.ts';

const groups = (pattern: string) => (new RegExp(`${pattern}|`, 'u').exec('')?.length ?? 1) - 1;
const hasOneGroup = (pattern: string) => {
  try {
    return groups(pattern) === 1;
  } catch {
    return false;
  }
};

/** A text with {Column} placeholders, or the one group of a regular expression held against such a text or a column. */
const value = z.union(
  [
    z.string().max(2000),
    z.strictObject({
      from: z.string().min(1).max(2000),
      match: z.string().max(500).refine(hasOneGroup, 'must be a regular expression with one group'),
    }),
  ],
  "must be a text such as 'Lot {Number}', or {from, match} where match is a regular expression with one group",
);

const fields = {
  price: value.optional(),
  details: value.optional(),
  imageUrl: value.optional(),
  postedAt: value.optional(),
  zipCode: value.optional(),
  city: value.optional(),
  state: value.optional(),
  latitude: value.optional(),
  longitude: value.optional(),
  externalId: value.optional(),
  withdrawn: value.optional(),
};
/** A table says nothing of itself; a feed knows its titles and links. */
const noMapping = ({ code }: { code?: string }) =>
  code === 'invalid_type' ? 'must say where the title, the link and the rest of a listing come from' : undefined;
const tableMapping = z.strictObject({ title: value, link: value, ...fields }, { error: noMapping });
const feedMapping = z.strictObject(
  { title: value.optional(), link: value.optional(), ...fields },
  { error: noMapping },
);

/** Ids of other sources. */
const taken = new Set<string>([...Object.values(ownSources), 'imap']);

const described = {
  id: z
    .string('must be a text')
    .regex(/^[a-z0-9-]{1,50}$/, 'must be 1 to 50 of a-z, 0-9 and -')
    .refine((id) => !taken.has(id), 'must be another one: this names a source of the product itself'),
  basis: z.string('must say why this source may be read').min(1, 'must say why this source may be read').max(200),
  file: z.string().min(1).optional(),
  url: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
  everySeconds: z.int('must be a whole number of seconds').min(1).max(604_800),
  allowPrivate: z.boolean().default(false),
  states: z
    .array(z.string().regex(/^[A-Z]{2}$/, 'must be the two letters of a state'), 'must be a list of states')
    .min(1, 'must name at least one state')
    .optional(),
};

/** `feed` is any of RSS, Atom and JSON Feed, told apart by what comes; the other names mean the same. */
const feedKinds = ['feed', 'rss', 'atom', 'jsonfeed'] as const;

const isObject = (input: unknown) => typeof input === 'object' && input !== null && !Array.isArray(input);

const connector = z
  .discriminatedUnion(
    'kind',
    [
      z.strictObject({
        ...described,
        kind: z.literal('csv'),
        delimiter: z.string().length(1).optional(),
        mapping: tableMapping,
      }),
      z.strictObject({
        ...described,
        kind: z.literal('json'),
        items: z.string().min(1).optional(),
        mapping: tableMapping,
      }),
      z.strictObject({ ...described, kind: z.enum(feedKinds), mapping: feedMapping.default({}) }),
    ],
    {
      error: ({ input }) => (isObject(input) ? "must be 'csv', 'json' or 'feed'" : 'must be an object'),
    },
  )
  .refine(({ file, url }) => (file === undefined) !== (url === undefined), 'needs a file or a url, and not both');

const connectors = z.array(z.unknown(), 'must be a list of feeds');

export type MappingValue = z.infer<typeof value>;
export type Mapping = z.infer<typeof feedMapping>;
/** A feed as FEEDS describes it; `file` is absolute, `version` changes with the description. */
export type Feed = z.infer<typeof connector> & { version: string };
export type CsvFeed = Extract<Feed, { kind: 'csv' }>;
export type JsonFeed = Extract<Feed, { kind: 'json' }>;

/** The feeds that a file lists. Throws StartRefused with one sentence. */
export function readFeeds(path: string): Feed[] {
  const listed = connectors.safeParse(parsed(path));
  if (!listed.success) throw new StartRefused(`FEEDS file ${path} must be a list of feeds`);
  const feeds = listed.data.map((raw, index) => feedOf(raw, index, path));
  const twice = feeds.find(({ id }, index) => feeds.findIndex((feed) => feed.id === id) !== index);
  if (twice) throw new StartRefused(`FEEDS file ${path} lists two feeds with the id '${twice.id}'`);
  return feeds;
}

function parsed(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new StartRefused(`FEEDS must be the path of a file that can be read, and ${path} cannot`, { cause });
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new StartRefused(`FEEDS file ${path} is not valid JSON`, { cause });
  }
}

function feedOf(raw: unknown, index: number, path: string): Feed {
  const read = connector.safeParse(raw);
  if (read.success) {
    const { file, ...feed } = read.data;
    const version = createHash('sha256').update(JSON.stringify(read.data)).digest('base64url');
    return { ...feed, ...(file !== undefined && { file: resolve(dirname(path), file) }), version };
  }
  const [issue] = read.error.issues;
  const named = z.looseObject({ id: z.string() }).safeParse(raw);
  const feed = named.success ? `feed '${named.data.id}'` : `feed ${index + 1}`;
  throw new StartRefused(`FEEDS file ${path}, ${feed}: ${issue ? sentenceOf(issue) : 'is not valid'}`);
}

function sentenceOf(issue: z.core.$ZodIssue): string {
  const field = issue.path.join('.');
  if (issue.code !== 'unrecognized_keys') return `${field} ${issue.message}`.trim();
  return `${field === '' ? '' : `${field} `}has '${issue.keys[0]}', which means nothing there`;
}
