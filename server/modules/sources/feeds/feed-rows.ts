import type { Feed } from '../feed-config/config.ts';
import { parseCsvRows } from './parse-csv.ts';
import { decodeText } from '#server/lib/decode-text.ts';
import { FeedError } from '../feed-config/feed-error.ts';
import { parseJsonRows } from './parse-json.ts';
import type { FeedRow } from '../feed-config/mapping.ts';
import type { RawFeed } from './rss/parse.ts';
import { readEntryRows } from './rss/read-entries.ts';

const expectedFormats = { csv: 'CSV', json: 'JSON', feed: 'a feed', rss: 'a feed', atom: 'a feed', jsonfeed: 'a feed' };

/** The rows of the content, after a check that every mapped column exists. Throws FeedError. */
export function readFeedRows(feed: Feed, raw: RawFeed, columns: string[]): AsyncIterable<FeedRow> | Iterable<FeedRow> {
  const { bytes, charset } = raw;
  const [beginning = ''] = decodeText(bytes.subarray(0, 1000), charset);
  if (/^\s*(?:<!--[^]*?-->\s*|<\?xml[^>]*>\s*)*<(?:!doctype\s+html|html|head|body)\b/i.test(beginning)) {
    throw new FeedError(`The source returned a web page where ${expectedFormats[feed.kind]} was expected`);
  }
  if (feed.kind === 'csv') return parseCsvRows(feed, decodeText(bytes, charset), columns);
  if (feed.kind === 'json') return parseJsonRows(feed, decodeText(bytes, charset), columns);
  return readEntryRows(feed, raw, columns);
}
