import type { Feed } from './config.ts';
import { csvRows } from './csv-rows.ts';
import { decoded } from './decode.ts';
import { FeedFailure } from './failure.ts';
import { jsonRows } from './json-rows.ts';
import type { Row } from './mapping.ts';

const kinds = { csv: 'CSV', json: 'JSON' } as const;

/** The rows of a file, once it has been seen that every column named is there. Throws FeedFailure. */
export function rowsOf(feed: Feed, bytes: Buffer, columns: string[]): AsyncIterable<Row> | Iterable<Row> {
  const [beginning = ''] = decoded(bytes.subarray(0, 1000));
  if (/^\s*<(?:!doctype\s+html|html|head|body)\b/i.test(beginning)) {
    throw new FeedFailure(`The source gave a web page where ${kinds[feed.kind]} was expected`);
  }
  return feed.kind === 'csv' ? csvRows(feed, decoded(bytes), columns) : jsonRows(feed, decoded(bytes), columns);
}
