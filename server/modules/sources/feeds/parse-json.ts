import type { JsonFeed } from '../feed-config/config.ts';
import { FeedError, missingColumnError } from '../feed-config/feed-error.ts';
import type { FeedRow } from '../feed-config/mapping.ts';

/** The objects of the list at `items` (`data.listings`), or of the JSON text itself. Throws FeedError. */
export function* parseJsonRows(feed: JsonFeed, text: Iterable<string>, columns: string[]): Iterable<FeedRow> {
  const list = feed.items === undefined ? parseFeedJson(text) : getPath(parseFeedJson(text), feed.items);
  if (!Array.isArray(list)) {
    throw new FeedError(
      feed.items === undefined ? 'The JSON is not a list' : `The JSON has no list at '${feed.items}'`,
    );
  }
  const rows: unknown[] = list;
  const missing = columns.find((column) => rows.length > 0 && rows.every((row) => getPath(row, column) === undefined));
  if (missing !== undefined) throw missingColumnError(feed, missing, isObject(rows[0]) ? Object.keys(rows[0]) : []);
  for (const row of rows) yield (column) => toText(getPath(row, column));
}

/** Throws FeedError. */
export function parseFeedJson(text: Iterable<string>): unknown {
  try {
    return JSON.parse([...text].join(''));
  } catch (cause) {
    throw new FeedError('The source did not return valid JSON', { cause });
  }
}

/** The value under a name, or along a path such as `address.city`. */
function getPath(value: unknown, path: string): unknown {
  if (isObject(value) && Object.hasOwn(value, path)) return value[path];
  return path.split('.').reduce<unknown>((parent, name) => {
    return isObject(parent) && Object.hasOwn(parent, name) ? parent[name] : undefined;
  }, value);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
