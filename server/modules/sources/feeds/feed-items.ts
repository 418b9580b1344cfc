import { withDefaultState } from '#domain/listing/default-state.ts';
import { decodeText } from '#server/lib/decode-text.ts';
import { type Feed, isEntryFeed, type Mapping } from '../feed-config/config.ts';
import { compileMapping, type FeedRow } from '../feed-config/mapping.ts';
import type { RawFeed } from './rss/parse.ts';
import { parseCsvRows } from './parse-csv.ts';
import { FeedError } from '../feed-config/feed-error.ts';
import { parseJsonRows } from './parse-json.ts';
import { readEntryRows } from './rss/read-entries.ts';

const expectedFormats = { csv: 'CSV', json: 'JSON', feed: 'a feed', rss: 'a feed', atom: 'a feed', jsonfeed: 'a feed' };

/** The default mapping of a feed's entries, where its description has none. */
const defaultMapping: Mapping = {
  title: '{title}',
  link: '{link}',
  details: '{details}',
  imageUrl: '{image}',
  postedAt: '{published}',
  externalId: '{id}',
  latitude: '{latitude}',
  longitude: '{longitude}',
};

/** The content of a feed as raw items for the intake. Throws FeedError. */
export async function* readFeedItems(feed: Feed, raw: RawFeed): AsyncIterable<unknown> {
  const { mapping, state } = feed;
  const { columns, itemOf } = compileMapping(isEntryFeed(feed) ? { ...defaultMapping, ...mapping } : mapping);
  for await (const row of readFeedRows(feed, raw, columns)) yield withDefaultState(itemOf(row), state);
}

/** The rows of the content, after a check that every mapped column exists. Throws FeedError. */
function readFeedRows(feed: Feed, raw: RawFeed, columns: string[]): AsyncIterable<FeedRow> | Iterable<FeedRow> {
  const { bytes, charset } = raw;
  const [beginning = ''] = decodeText(bytes.subarray(0, 1000), charset);
  if (/^\s*(?:<!--[^]*?-->\s*|<\?xml[^>]*>\s*)*<(?:!doctype\s+html|html|head|body)\b/i.test(beginning)) {
    throw new FeedError(`The source returned a web page where ${expectedFormats[feed.kind]} was expected`);
  }
  if (feed.kind === 'csv') return parseCsvRows(feed, decodeText(bytes, charset), columns);
  if (feed.kind === 'json') return parseJsonRows(feed, decodeText(bytes, charset), columns);
  return readEntryRows(feed, raw, columns);
}
