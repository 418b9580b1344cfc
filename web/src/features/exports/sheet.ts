export type ExportCell = string | number;
/** The content of a file: a header line, and the rows. */
export type ExportSheet = { header: string[]; rows: ExportCell[][] };

const formulaStart = /^[=+\-@\t\r]/;

/** Prefixes a text that a spreadsheet would take for a formula with an apostrophe, which makes it text. */
function neutralizeCell(cell: ExportCell): ExportCell {
  return typeof cell === 'string' && formulaStart.test(cell) ? `'${cell}` : cell;
}

/** The sheet safe for spreadsheets: no cell is a formula. */
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

/** Tab-separated: a tab or a line break within a cell becomes a space. */
export function toText({ header, rows }: ExportSheet): string {
  return [header, ...rows].map((row) => `${row.map(flattenCell).join('\t')}\n`).join('');
}

function flattenCell(cell: ExportCell): string {
  return String(cell).replaceAll(/[\t\r\n]+/g, ' ');
}
