export type Cell = string | number;
/** What goes into a file: a line of titles, and the rows below it. */
export type Sheet = { header: string[]; rows: Cell[][] };

const formulaStart = /^[=+\-@\t\r]/;

/** A text that a spreadsheet would take for a formula gets an apostrophe in front, which makes it text. */
function neutralised(cell: Cell): Cell {
  return typeof cell === 'string' && formulaStart.test(cell) ? `'${cell}` : cell;
}

/** The sheet as a spreadsheet may open it: no cell of it is a formula. */
export function withoutFormulas({ header, rows }: Sheet): Sheet {
  return { header, rows: rows.map((row) => row.map(neutralised)) };
}

/** RFC 4180. */
export function toCsv(sheet: Sheet): string {
  const { header, rows } = withoutFormulas(sheet);
  return [header, ...rows].map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
}

function quoted(cell: Cell): string {
  const text = String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Tab-separated: a tab or a line break within a cell becomes a blank. */
export function toText({ header, rows }: Sheet): string {
  return [header, ...rows].map((row) => `${row.map(plain).join('\t')}\n`).join('');
}

function plain(cell: Cell): string {
  return String(cell).replaceAll(/[\t\r\n]+/g, ' ');
}
