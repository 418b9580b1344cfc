import type { Feed } from '../feed-config/config.ts';
import { csvRows } from './csv-rows.ts';
import { decoded } from '#server/lib/decode.ts';
import { FeedFailure } from '../feed-config/failure.ts';
import { jsonRows } from './json-rows.ts';
import type { Row } from '../feed-config/mapping.ts';
import type { Came } from './rss/parse.ts';
import { entriesIn } from './rss/read.ts';

const expected = { csv: 'CSV', json: 'JSON', feed: 'a feed', rss: 'a feed', atom: 'a feed', jsonfeed: 'a feed' };

/** The rows of what came, once it has been seen that every column named is there. Throws FeedFailure. */
export function rowsOf(feed: Feed, came: Came, columns: string[]): AsyncIterable<Row> | Iterable<Row> {
  const { bytes, charset } = came;
  const [beginning = ''] = decoded(bytes.subarray(0, 1000), charset);
  if (/^\s*(?:<!--[^]*?-->\s*|<\?xml[^>]*>\s*)*<(?:!doctype\s+html|html|head|body)\b/i.test(beginning)) {
    throw new FeedFailure(`The source gave a web page where ${expected[feed.kind]} was expected`);
  }
  if (feed.kind === 'csv') return csvRows(feed, decoded(bytes, charset), columns);
  if (feed.kind === 'json') return jsonRows(feed, decoded(bytes, charset), columns);
  return entriesIn(feed, came, columns);
}
