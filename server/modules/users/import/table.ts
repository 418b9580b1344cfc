/** A cell: text as typed, a number, a yes or no, or a date as ISO 8601 in UTC. Null is an empty one. */
export type Cell = string | number | boolean | { date: string } | null;
/** The rows of a sheet from its first one on. */
export type Sheet = Cell[][];

export const columns = [
  'email',
  'password',
  'max price',
  'mileage radius',
  'zip code',
  'member since',
  'membership status',
  'mobile homes',
  'raw land',
  'tiny homes',
  'notification preference',
] as const;
export type Column = (typeof columns)[number];

/** What a row says of a user: its number in the sheet (from 1), and the cells of the columns that are known. */
export type TableRow = { row: number; cells: Partial<Record<Column, Cell>> };

/** A file that has no users to import; `message` is for the person. */
export class NotATable extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NotATable';
  }
}

// A title or two may stand above the header.
const headerWithin = 20;

/** The rows below the header, blank ones left out. Throws NotATable. */
export function tableOf(sheet: Sheet, mostRows: number): TableRow[] {
  const headerAt = sheet.slice(0, headerWithin).findIndex((cells) => cells.some((cell) => columnOf(cell) === 'email'));
  if (headerAt < 0) throw new NotATable('The file has no column Email');
  const header = (sheet[headerAt] ?? []).map(columnOf);
  const rows = sheet.slice(headerAt + 1).flatMap((cells, below): TableRow[] => {
    const known = header.flatMap((column, at): [Column, Cell][] =>
      column === null || header.indexOf(column) < at ? [] : [[column, cells[at] ?? null]],
    );
    const isBlank = known.every(([, cell]) => isEmpty(cell));
    return isBlank ? [] : [{ row: headerAt + below + 2, cells: Object.fromEntries(known) }];
  });
  if (rows.length > mostRows) {
    throw new NotATable(`The file has more than ${mostRows.toLocaleString('en-US')} rows: import it in parts`);
  }
  return rows;
}

function columnOf(cell: Cell): Column | null {
  if (typeof cell !== 'string') return null;
  const name = cell.trim().replaceAll(/\s+/g, ' ').toLowerCase();
  return columns.find((column) => column === name) ?? null;
}

function isEmpty(cell: Cell): boolean {
  return cell === null || (typeof cell === 'string' && cell.trim() === '');
}
