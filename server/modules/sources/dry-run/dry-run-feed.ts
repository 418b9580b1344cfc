import type * as z from 'zod';
import { type FeedDryRun, type feedDryRunBody, maxFeedBytes } from '#domain/source/contract.ts';
import { decodeText } from '#server/lib/decode-text.ts';
import { type JudgeDeps, judgeItems } from './dry-run.ts';
import { type Feed, parseFeed } from '../feed-config/config.ts';
import { createFeedFetcher, type FeedFetcher } from '../feeds/feed-fetcher.ts';
import type { RawFeed } from '../feeds/rss/parse.ts';
import { readFirstItems, rethrowFeedError } from './sample-input.ts';
import { detectFormat, type FeedFormat } from './detect-format.ts';
import { proposeMapping } from './propose-mapping.ts';

const limits = { seconds: 10, bytes: maxFeedBytes, redirects: 5 };
const maxRows = 20;
/** What a feed needs to be described, and no dry run depends on. */
const placeholders = { id: 'dry-run', basis: 'Dry run', everySeconds: 3600 };

type FeedDryRunBody = z.infer<typeof feedDryRunBody>;

/** Reads a feed once, as its kind and mapping say, else as its content looks. Writes nothing. Throws HttpError 400. */
export async function dryRunFeed(
  { url, body, kind, mapping: givenMapping }: FeedDryRunBody,
  deps: JudgeDeps,
  openFetcher = () => createFeedFetcher(limits),
): Promise<FeedDryRun> {
  const origin = url === undefined ? { file: 'body' } : { url };
  const raw = body === undefined ? await fetchFeed(origin, openFetcher()).catch(rethrowFeedError) : toRawFeed(body);
  const format = readFormat(raw, kind);
  const mapping = givenMapping ?? (format.kind === 'feed' ? {} : proposeMapping(format.columns));
  const { feed, problem } = parseFeed({ ...placeholders, ...origin, ...describeFormat(format), mapping });
  if (feed === null) return { ...format, mapping, problem, result: { items: [], total: 0 } };
  const { items, total } = await readFirstItems(feed, raw, maxRows).catch(rethrowFeedError);
  return { ...format, mapping, problem, result: { items: await judgeItems(feed.id, items, deps), total } };
}

async function fetchFeed(origin: Pick<Feed, 'url'>, fetcher: FeedFetcher): Promise<RawFeed> {
  const defaults = { kind: 'feed', mapping: {}, allowPrivate: false, version: '', isSaved: false } as const;
  const feed: Feed = { ...placeholders, ...defaults, ...origin };
  try {
    const read = await fetcher.read(feed, null, new AbortController().signal);
    return read === null ? toRawFeed('') : read.raw; // without validators it is never unchanged
  } finally {
    await fetcher.close();
  }
}

function toRawFeed(body: string): RawFeed {
  return { bytes: Buffer.from(body), charset: 'utf-8', address: null };
}

function readFormat({ bytes, charset }: RawFeed, kind: FeedDryRunBody['kind']): FeedFormat {
  try {
    return detectFormat([...decodeText(bytes, charset)].join(''), kind);
  } catch (error) {
    return rethrowFeedError(error);
  }
}

function describeFormat({ kind, delimiter, items }: Pick<FeedDryRun, 'kind' | 'delimiter' | 'items'>) {
  return { kind, ...(delimiter !== null && { delimiter }), ...(items !== null && { items }) };
}
