import { createWorkerPool } from '#server/lib/threads/worker-pool.ts';
import { FeedError, missingColumnError } from '../../feed-config/feed-error.ts';
import type { FeedRow } from '../../feed-config/mapping.ts';
import { entryColumns } from './entry.ts';
import type { RawFeed } from './parse.ts';
import type { ParsedFeed } from './parse-thread.ts';

const parseInThread = createWorkerPool<ParsedFeed>(new URL('parse-thread.ts', import.meta.url), {
  size: 2,
  // Far more than the largest valid feed takes.
  cpuLimitMs: 60_000,
  resourceLimits: { maxOldGenerationSizeMb: 600, maxYoungGenerationSizeMb: 64 },
  fallback: { problem: 'The feed takes too long or too much memory to read' },
});

/** Rows of a feed, parsed in a thread, which is replaced when it uses too much. Throws FeedError. */
export async function* readEntryRows(feed: { id: string }, raw: RawFeed, columns: string[]): AsyncIterable<FeedRow> {
  const missing = columns.find((column) => findColumn(column) === null);
  if (missing !== undefined) throw missingColumnError(feed, missing, [...entryColumns]);
  const parsed = await parseInThread(raw);
  if ('problem' in parsed) throw new FeedError(parsed.problem);
  for (const row of parsed.rows) {
    yield (name) => {
      const column = findColumn(name);
      return column === null ? '' : row[column];
    };
  }
}

type EntryColumn = (typeof entryColumns)[number];
/** The names that feed formats use. */
const columnAliases: Partial<Record<string, EntryColumn>> = {
  guid: 'id',
  summary: 'description',
  pubDate: 'published',
  date: 'published',
  enclosure: 'image',
  category: 'categories',
};

function findColumn(name: string): EntryColumn | null {
  return (
    (Object.hasOwn(columnAliases, name) ? columnAliases[name] : null) ??
    entryColumns.find((column) => column === name) ??
    null
  );
}
