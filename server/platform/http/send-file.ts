import type { Response } from 'express';
import { sendTexts } from './routing/send-texts.ts';

type FileHead = { name: string; contentType: string };

/** Sends texts as a file, no faster than the client reads, and ends when the client no longer reads. */
export async function sendFile(
  response: Response,
  { name, contentType }: FileHead,
  texts: AsyncIterable<string>,
): Promise<void> {
  const begin = () => {
    response.setHeader('Content-Type', `${contentType}; charset=utf-8`);
    response.setHeader('Content-Disposition', `attachment; filename="${name}"`);
    response.flushHeaders();
  };
  await sendTexts(response, texts, begin);
}

type CsvTable = { columns: readonly string[]; pages: AsyncIterable<CsvCell[][]> };
type CsvCell = string | number;

/** Sends a table as CSV (RFC 4180), with the mark that makes spreadsheets read it as UTF-8. */
export function sendCsv(response: Response, name: string, { columns, pages }: CsvTable): Promise<void> {
  return sendFile(response, { name, contentType: 'text/csv' }, renderCsv(columns, pages));
}

async function* renderCsv(columns: readonly string[], pages: AsyncIterable<CsvCell[][]>): AsyncGenerator<string> {
  let head = `\uFEFF${columns.join(',')}\r\n`;
  for await (const rows of pages) {
    yield head + rows.map((cells) => `${cells.map(toCsvCell).join(',')}\r\n`).join('');
    head = '';
  }
  if (head !== '') yield head;
}

/** Marks a cell that a spreadsheet would read as a formula as text. */
function toCsvCell(value: CsvCell): string {
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
