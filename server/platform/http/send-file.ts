import { once } from 'node:events';
import type { Response } from 'express';

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

/** Sends texts as the body, as `sendFile` does; `begin` is called when the first of them is there, or none. */
export async function sendTexts(
  response: Response,
  texts: AsyncIterable<string> | Iterable<string>,
  begin: () => void = () => undefined,
): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  if (response.destroyed) gone.abort();
  for await (const text of texts) {
    if (!response.headersSent) begin();
    if (gone.signal.aborted) return;
    if (!response.write(text)) await once(response, 'drain', { signal: gone.signal }).catch(() => undefined);
  }
  if (!response.headersSent) begin();
  response.end();
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
