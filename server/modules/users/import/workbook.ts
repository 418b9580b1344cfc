import { type CellObject, read, SSF, set_cptable, type WorkSheet } from 'xlsx';
import type { ImportCell, SheetRows } from './sheet.ts';

const maxColumns = 100;
const maxTextLength = 2000;

type ParsedDate = { y: number; m: number; d: number; H: number; M: number; S: number };
// The part of the library that its types leave open.
const { is_date: isDateFormat, parse_date_code: parseDate } = SSF as {
  is_date: (format: string) => boolean;
  parse_date_code: (value: number, options: { date1904: boolean }) => ParsedDate | null | undefined;
};
type WorkbookOptions = { maxRows: number; isLegacyFormat: boolean };

/** The rows of the first sheet that has any. A merged cell is repeated in each of its positions. */
export async function parseWorkbook(content: Buffer, { maxRows, isLegacyFormat }: WorkbookOptions): Promise<SheetRows> {
  // Only files from before 1997 name a code page.
  if (isLegacyFormat) set_cptable(await import('xlsx/dist/cpexcel.full.mjs'));
  const book = read(content, {
    type: 'buffer',
    dense: true,
    cellNF: true,
    cellFormula: false,
    cellHTML: false,
    cellText: false,
    sheetRows: maxRows,
  });
  const is1904 = book.Workbook?.WBProps?.date1904 === true;
  for (const name of book.SheetNames) {
    const sheet = book.Sheets[name];
    const rows = sheet ? readRows(sheet, is1904) : [];
    if (rows.some((cells) => cells.some((cell) => cell !== null && cell !== ''))) return rows;
  }
  return [];
}

function readRows(sheet: WorkSheet, is1904: boolean): SheetRows {
  const data = (sheet['!data'] ?? []) as ((CellObject | undefined)[] | undefined)[]; // as it is with `dense`
  // Rows without data are holes.
  const rows = Array.from(data, (cells) =>
    Array.from((cells ?? []).slice(0, maxColumns), (cell) => toCell(cell, is1904)),
  );
  for (const { s: first, e: last } of sheet['!merges'] ?? []) {
    const value = rows[first.r]?.[first.c] ?? null;
    for (let r = first.r; r <= Math.min(last.r, rows.length - 1); r += 1) {
      for (let c = first.c; c <= Math.min(last.c, maxColumns - 1); c += 1) setCell(rows, r, c, value);
    }
  }
  return rows;
}

function setCell(rows: SheetRows, r: number, c: number, value: ImportCell): void {
  const row = rows[r] ?? [];
  while (row.length < c) row.push(null);
  row[c] = value;
}

function toCell(cell: CellObject | undefined, is1904: boolean): ImportCell {
  if (cell === undefined || cell.t === 'e' || cell.t === 'z') return null;
  const { v: value, z: format } = cell;
  if (typeof value === 'number') return isDate(format) ? toDate(value, is1904) : value;
  if (typeof value === 'boolean') return value;
  if (value instanceof Date) return { date: value.toISOString() };
  return typeof value === 'string' ? value.slice(0, maxTextLength) : null;
}

function isDate(format: string | number | undefined): boolean {
  return format !== undefined && format !== 'General' && isDateFormat(String(format));
}

/** A spreadsheet's date is a day without a time zone; it is read as UTC. */
function toDate(value: number, is1904: boolean): ImportCell {
  const parsed = parseDate(value, { date1904: is1904 });
  if (!parsed) return value;
  const { y, m, d, H, M, S } = parsed;
  const time = new Date(Date.UTC(y, m - 1, d, H, M, S));
  return Number.isNaN(time.getTime()) ? value : { date: time.toISOString() };
}
