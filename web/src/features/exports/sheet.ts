export type ExportCell = string | number;
/** What goes into a file: a line of titles, and the rows below it. */
export type ExportSheet = { header: string[]; rows: ExportCell[][] };

const formulaStart = /^[=+\-@\t\r]/;

/** A text that a spreadsheet would take for a formula gets an apostrophe in front, which makes it text. */
function neutralizeCell(cell: ExportCell): ExportCell {
  return typeof cell === 'string' && formulaStart.test(cell) ? `'${cell}` : cell;
}

/** The sheet as a spreadsheet may open it: no cell of it is a formula. */
export function neutralizeFormulas({ header, rows }: ExportSheet): ExportSheet {
  return { header, rows: rows.map((row) => row.map(neutralizeCell)) };
}

/** RFC 4180. */
export function toCsv(sheet: ExportSheet): string {
  const { header, rows } = neutralizeFormulas(sheet);
  return [header, ...rows].map((row) => `${row.map(quoteCell).join(',')}\r\n`).join('');
}

function quoteCell(cell: ExportCell): string {
  const text = String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Tab-separated: a tab or a line break within a cell becomes a blank. */
export function toText({ header, rows }: ExportSheet): string {
  return [header, ...rows].map((row) => `${row.map(flattenCell).join('\t')}\n`).join('');
}

function flattenCell(cell: ExportCell): string {
  return String(cell).replaceAll(/[\t\r\n]+/g, ' ');
}
