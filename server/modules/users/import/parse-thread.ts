// Reads the file in `workerData` and posts its rows, or what is wrong with it.
import { parentPort, workerData } from 'node:worker_threads';
import { mostImportedRows } from '#domain/user/import.contract.ts';
import { csvSheet } from './csv.ts';
import type { Kind } from './kind.ts';
import { NotATable, type Sheet, type TableRow, tableOf } from './table.ts';
import { workbookSheet } from './workbook.ts';
import { refuseLargeZip } from './zip-size.ts';

export type Parsed = { rows: TableRow[] } | { problem: string };

const mostLines = 20_000;
const largestUnpacked = 40_000_000;

const { kind, content } = workerData as { kind: Kind; content: Uint8Array };
parentPort?.postMessage(await parsed(Buffer.from(content)));

async function parsed(file: Buffer): Promise<Parsed> {
  try {
    return { rows: tableOf(await sheetOf(file), mostImportedRows) };
  } catch (error) {
    if (error instanceof NotATable) return { problem: error.message };
    return { problem: 'The file could not be read: save it anew as a spreadsheet and try again' };
  }
}

async function sheetOf(file: Buffer): Promise<Sheet> {
  if (kind === 'csv') return csvSheet(file, mostLines);
  if (kind === 'xlsx') refuseLargeZip(file, largestUnpacked);
  return workbookSheet(file, { mostRows: mostLines, isOld: kind === 'xls' });
}
