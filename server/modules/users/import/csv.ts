import { parse } from 'csv-parse/sync';
import { decodeText } from '#server/lib/decode-text.ts';
import { detectUtf16 } from './file-type.ts';
import type { SheetRows } from './sheet.ts';

const separators = [',', ';', '\t', '|'];
const maxRowLength = 100_000;

/** The rows of a CSV, with any separator and text encoding. */
export function parseCsvSheet(content: Buffer, maxRows: number): SheetRows {
  const text = decodeCsv(content);
  const separatorLine = /^sep=(.)\r?\n/i.exec(text);
  return parse(separatorLine ? text.replace(separatorLine[0], '\n') : text, {
    delimiter: separatorLine?.[1] ?? detectSeparator(text),
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: maxRowLength,
    to: maxRows,
  });
}

function decodeCsv(content: Buffer): string {
  const wide = detectUtf16(content);
  return wide === null ? Array.from(decodeText(content)).join('') : new TextDecoder(wide).decode(content);
}

/** The most frequent separator in the first line that has any. */
function detectSeparator(text: string): string {
  const line = text.split(/\r?\n|\r/, 50).find((row) => separators.some((mark) => row.includes(mark))) ?? '';
  const count = (mark: string) => line.replaceAll(/"[^"]*"/g, '').split(mark).length;
  return separators.reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}
