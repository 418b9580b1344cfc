import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { CsvFeed } from '../feed-config/config.ts';
import { FeedError, missingColumnError } from '../feed-config/feed-error.ts';
import type { FeedRow } from '../feed-config/mapping.ts';

/** A longer row means a broken file, not a listing. */
const maxRowLength = 1_000_000;

/** Rows of a CSV text, parsed lazily; rows with missing or extra cells are accepted. Throws FeedError. */
export async function* parseCsvRows(feed: CsvFeed, text: Iterable<string>, columns: string[]): AsyncIterable<FeedRow> {
  let header: string[] = [];
  const parser = parse({
    delimiter: feed.delimiter ?? ',',
    columns: (names: string[]) => (header = names.map((name) => name.trim())),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: maxRowLength,
  });
  const checkHeader = () => {
    const missing = columns.find((column) => !header.includes(column));
    if (missing !== undefined) throw missingColumnError(feed, missing, header);
  };
  try {
    let isFirst = true;
    for await (const record of Readable.from(text).pipe(parser) as AsyncIterable<Record<string, string>>) {
      if (isFirst) checkHeader();
      isFirst = false;
      yield (column) => record[column] ?? '';
    }
    if (isFirst) checkHeader();
  } catch (error) {
    throw error instanceof CsvError ? new FeedError(`The CSV is broken: ${error.message}`, { cause: error }) : error;
  }
}
