import { optionalTypes } from '#domain/listing/property-types.contract.ts';

/** A cell: text as typed, a number, a boolean, or a date as ISO 8601 in UTC. Null is an empty cell. */
export type ImportCell = string | number | boolean | { date: string } | null;
/** The rows of a sheet, starting with its first. */
export type SheetRows = ImportCell[][];

export const userImportColumns = [
  'email',
  'search',
  'password',
  'max price',
  'mileage radius',
  'zip code',
  'member since',
  'membership status',
  ...optionalTypes.map(({ plural }) => plural),
  'notification preference',
] as const;
export type ImportColumn = (typeof userImportColumns)[number];

/** The row of a user: its number in the sheet (from 1), and the cells of the known columns. */
export type TableRow = { row: number; cells: Partial<Record<ImportColumn, ImportCell>> };

/** A file that has no users to import; `message` is shown to the admin. */
export class NotATable extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NotATable';
  }
}

// The header may be preceded by a few title rows.
const maxHeaderRows = 20;

/** The rows below the header, without blank ones. Throws NotATable. */
export function parseTable(sheet: SheetRows, maxRows: number): TableRow[] {
  const headerAt = sheet
    .slice(0, maxHeaderRows)
    .findIndex((cells) => cells.some((cell) => findColumn(cell) === 'email'));
  if (headerAt < 0) throw new NotATable('The file has no column Email');
  const header = (sheet[headerAt] ?? []).map(findColumn);
  const rows = sheet.slice(headerAt + 1).flatMap((cells, below): TableRow[] => {
    const knownCells = header.flatMap((column, at): [ImportColumn, ImportCell][] =>
      column === null || header.indexOf(column) < at ? [] : [[column, cells[at] ?? null]],
    );
    const isBlank = knownCells.every(([, cell]) => isEmpty(cell));
    return isBlank ? [] : [{ row: headerAt + below + 2, cells: Object.fromEntries(knownCells) }];
  });
  if (rows.length > maxRows) {
    throw new NotATable(`The file has more than ${maxRows.toLocaleString('en-US')} rows: import it in parts`);
  }
  return rows;
}

function findColumn(cell: ImportCell): ImportColumn | null {
  if (typeof cell !== 'string') return null;
  const name = cell.trim().replaceAll(/\s+/g, ' ').toLowerCase();
  return userImportColumns.find((column) => column === name) ?? null;
}

function isEmpty(cell: ImportCell): boolean {
  return cell === null || (typeof cell === 'string' && cell.trim() === '');
}
