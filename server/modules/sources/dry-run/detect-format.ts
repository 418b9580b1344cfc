import { parse } from 'csv-parse/sync';
import type { FeedDryRun } from '#domain/source/contract.ts';
import type { FeedKind } from '#domain/source/feed-description.contract.ts';
import { FeedError } from '../feed-config/feed-error.ts';
import { isObject, parseFeedJson } from '../feeds/parse-json.ts';
import { entryColumns } from '../feeds/rss/entry.ts';

export type FeedFormat = Pick<FeedDryRun, 'kind' | 'delimiter' | 'items' | 'columns'>;

const delimiters = [',', ';', '\t', '|'];
/** Rows of JSON whose fields are the columns. */
const maxSampleRows = 20;
/** Objects within objects: of rows, and of what holds the list of rows. */
const maxDepth = 3;

/** The format of a text, unless it is given, and its columns. Throws FeedError. */
export function detectFormat(text: string, givenKind?: FeedKind): FeedFormat {
  const [first] = text.trimStart();
  const isJson = first === '{' || first === '[';
  const kind = givenKind ?? (first === '<' ? 'feed' : isJson ? null : 'csv');
  if (kind === 'csv') return describeCsv(text);
  if (kind === 'feed') return entryFormat;
  const value = parseFeedJson([text]);
  return kind === null && isJsonFeed(value) ? entryFormat : describeJson(value);
}

const entryFormat: FeedFormat = { kind: 'feed', delimiter: null, items: null, columns: [...entryColumns] };

function isJsonFeed(value: unknown): boolean {
  return isObject(value) && String(value['version']).startsWith('https://jsonfeed.org/');
}

/** The delimiter that the first line has most often. */
function describeCsv(text: string): FeedFormat {
  const line = text.trimStart().split(/\r?\n/, 1)[0] ?? '';
  const countOf = (sign: string) => line.split(sign).length;
  const delimiter = delimiters.reduce((best, sign) => (countOf(sign) > countOf(best) ? sign : best));
  const [header = []] = parse(line, { delimiter, relax_quotes: true, bom: true });
  const columns = header.map((name) => name.trim()).filter((name) => name !== '');
  return { kind: 'csv', delimiter, items: null, columns };
}

function describeJson(value: unknown): FeedFormat {
  const found = findList(value);
  if (found === null) throw new FeedError('The JSON has no list of objects');
  const columns = new Set(found.rows.slice(0, maxSampleRows).flatMap((row) => listColumns(row)));
  return { kind: 'json', delimiter: null, items: found.path === '' ? null : found.path, columns: [...columns] };
}

/** The first list of objects in the value, those nearest to its root first. */
function findList(value: unknown): { path: string; rows: object[] } | null {
  let level = [{ path: '', value }];
  for (let depth = 0; depth <= maxDepth; depth += 1) {
    for (const { path, value: candidate } of level) {
      if (Array.isArray(candidate) && candidate.length > 0 && candidate.every(isObject))
        return { path, rows: candidate };
    }
    level = level.flatMap(({ path, value: parent }) =>
      isObject(parent) && !Array.isArray(parent)
        ? Object.entries(parent).map(([name, child]) => ({ path: joinPath(path, name), value: child }))
        : [],
    );
  }
  return null;
}

function listColumns(row: object, path = '', depth = 0): string[] {
  return Object.entries(row).flatMap(([name, value]: [string, unknown]) => {
    const column = joinPath(path, name);
    if (!isObject(value)) return [column];
    return Array.isArray(value) || depth === maxDepth ? [] : listColumns(value, column, depth + 1);
  });
}

const joinPath = (path: string, name: string) => (path === '' ? name : `${path}.${name}`);
