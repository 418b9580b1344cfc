import { inThread } from '#server/lib/in-thread.ts';
import { FeedFailure, missingColumn } from '../../feed-config/failure.ts';
import type { Row } from '../../feed-config/mapping.ts';
import { entryColumns } from './entry.ts';
import type { Came } from './parse.ts';
import type { ParsedFeed } from './parse-thread.ts';

/** Far more than the largest honest feed takes. */
const patience = 60_000;
const resourceLimits = { maxOldGenerationSizeMb: 600, maxYoungGenerationSizeMb: 64 };

/** Rows of a feed, read in a thread of its own that is given up when it takes too much. Throws FeedFailure. */
export async function* entriesIn(feed: { id: string }, came: Came, columns: string[]): AsyncIterable<Row> {
  const missing = columns.find((column) => columnOf(column) === null);
  if (missing !== undefined) throw missingColumn(feed, missing, [...entryColumns]);
  const parsed = await inThread<ParsedFeed>(new URL('parse-thread.ts', import.meta.url), {
    workerData: came,
    resourceLimits,
    patience,
    givenUp: { problem: 'The feed takes too long or too much memory to read' },
  });
  if ('problem' in parsed) throw new FeedFailure(parsed.problem);
  for (const row of parsed.rows) {
    yield (name) => {
      const column = columnOf(name);
      return column === null ? '' : row[column];
    };
  }
}

type Column = (typeof entryColumns)[number];
/** As formats of feeds call them. */
const otherNames: Partial<Record<string, Column>> = {
  guid: 'id',
  summary: 'description',
  pubDate: 'published',
  date: 'published',
  enclosure: 'image',
  category: 'categories',
};

function columnOf(name: string): Column | null {
  return (
    (Object.hasOwn(otherNames, name) ? otherNames[name] : null) ??
    entryColumns.find((column) => column === name) ??
    null
  );
}
