// Parses each file that is posted to it, and answers with its rows, or with what is wrong with it.
import { answerMessages } from '#server/lib/threads/run-in-worker.ts';
import { parseCsvSheet } from './csv.ts';
import type { SpreadsheetType } from './file-type.ts';
import { NotATable, type SheetRows, type TableRow, parseTable } from './sheet.ts';
import { assertZipSize } from './zip-size.ts';

export type ParsedFile = { rows: TableRow[] } | { problem: string };

const maxLines = 20_000;
const maxUnpackedBytes = 40_000_000;

type PostedFile = { kind: SpreadsheetType; content: Uint8Array; maxRows: number };

answerMessages(parsePosted);

/** A Buffer is posted as a Uint8Array. */
async function parsePosted({ kind, content, maxRows }: PostedFile): Promise<ParsedFile> {
  try {
    return { rows: parseTable(await readSheet(kind, Buffer.from(content)), maxRows) };
  } catch (error) {
    if (error instanceof NotATable) return { problem: error.message };
    return { problem: 'The file could not be read. Save it as a new spreadsheet again and retry' };
  }
}

async function readSheet(kind: SpreadsheetType, file: Buffer): Promise<SheetRows> {
  if (kind === 'csv') return parseCsvSheet(file, maxLines);
  if (kind === 'xlsx') assertZipSize(file, maxUnpackedBytes);
  // Its library takes as long to load as a CSV to parse.
  const { parseWorkbook } = await import('./workbook.ts');
  return parseWorkbook(file, { maxRows: maxLines, isLegacyFormat: kind === 'xls' });
}
