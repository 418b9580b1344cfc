import type { JsonFeed } from '../feed-config/config.ts';
import { FeedFailure, missingColumn } from '../feed-config/failure.ts';
import type { Row } from '../feed-config/mapping.ts';

/** Rows of a JSON text: the objects of the list at `items` (`data.listings`), or of the text itself. Throws FeedFailure. */
export function* jsonRows(feed: JsonFeed, text: Iterable<string>, columns: string[]): Iterable<Row> {
  const list = feed.items === undefined ? parsed(text) : at(parsed(text), feed.items);
  if (!Array.isArray(list)) {
    throw new FeedFailure(
      feed.items === undefined ? 'The JSON is not a list' : `The JSON has no list at '${feed.items}'`,
    );
  }
  const rows: unknown[] = list;
  const missing = columns.find((column) => rows.length > 0 && rows.every((row) => at(row, column) === undefined));
  if (missing !== undefined) throw missingColumn(feed, missing, isObject(rows[0]) ? Object.keys(rows[0]) : []);
  for (const row of rows) yield (column) => textOf(at(row, column));
}

function parsed(text: Iterable<string>): unknown {
  try {
    return JSON.parse([...text].join(''));
  } catch (cause) {
    throw new FeedFailure('The source did not give valid JSON', { cause });
  }
}

/** The value under a name, or along a path such as `address.city`. */
function at(value: unknown, path: string): unknown {
  if (isObject(value) && Object.hasOwn(value, path)) return value[path];
  return path.split('.').reduce<unknown>((found, name) => {
    return isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  }, value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
