import { parse } from 'csv-parse/sync';
import { decoded } from '#server/lib/decode.ts';
import { wideEncoding } from './kind.ts';
import type { Sheet } from './table.ts';

const separators = [',', ';', '\t', '|'];
const longestRow = 100_000;

/** The rows of a CSV, whatever separates its columns and however its text is encoded. */
export function csvSheet(content: Buffer, mostRows: number): Sheet {
  const text = textOf(content);
  const told = /^sep=(.)\r?\n/i.exec(text);
  return parse(told ? text.replace(told[0], '\n') : text, {
    delimiter: told?.[1] ?? separatorOf(text),
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: longestRow,
    to: mostRows,
  });
}

function textOf(content: Buffer): string {
  const wide = wideEncoding(content);
  return wide === null ? Array.from(decoded(content)).join('') : new TextDecoder(wide).decode(content);
}

/** The one that stands most often in the first line that has any. */
function separatorOf(text: string): string {
  const line = text.split(/\r?\n|\r/, 50).find((row) => separators.some((mark) => row.includes(mark))) ?? '';
  const count = (mark: string) => line.replaceAll(/"[^"]*"/g, '').split(mark).length;
  return separators.reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}
