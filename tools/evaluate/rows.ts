import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { CsvError, parse } from 'csv-parse';
import * as z from 'zod';
import { corpusRows } from '#domain/classification/training/corpus.ts';
import { StartupError } from '#server/lib/errors.ts';

/** `at` is the row number in the file from 1, without its header. */
export type LabeledRow = { at: number; cell: (column: string) => string; has: (column: string) => boolean };

const record = z.record(z.string(), z.unknown());

/** The rows of a CSV file, or of one with a JSON object on each line. Throws StartupError where it cannot be read. */
export async function* readLabeledRows(file: string, needed: string[]): AsyncGenerator<LabeledRow> {
  const objects = /\.(?:jsonl|ndjson|json)$/i.test(file)
    ? readJsonLines(file, { schema: record, what: 'JSON object' })
    : csvRecords(file);
  let at = 0;
  try {
    for await (const row of objects) {
      at += 1;
      if (at === 1) assertColumns(file, needed, Object.keys(row));
      yield toLabeledRow(at, row);
    }
  } catch (error) {
    throw explainError(file, error);
  }
  if (at === 0) throw new StartupError(`${file} has no rows`);
}

const toLabeledRow = (at: number, row: Record<string, unknown>): LabeledRow => ({
  at,
  cell: (column) => toText(row[column]),
  has: (column) => row[column] !== undefined,
});

export const listCorpusRows = (): LabeledRow[] => corpusRows.map((row, index) => toLabeledRow(index + 1, row));

async function* csvRecords(file: string): AsyncGenerator<Record<string, unknown>> {
  const parser = parse({ bom: true, columns: true, trim: true, skip_empty_lines: true, relax_column_count: true });
  const input = createReadStream(file);
  input.on('error', (error) => parser.destroy(error));
  yield* input.pipe(parser) as AsyncIterable<Record<string, unknown>>;
}

type LineFormat<T> = { schema: z.ZodType<T>; what: string };

/** The lines of a file, each JSON of this format. Throws StartupError where it cannot be read. */
export async function* readJsonLines<T>(file: string, format: LineFormat<T>): AsyncGenerator<T> {
  try {
    yield* parseLines(file, format);
  } catch (error) {
    throw explainError(file, error);
  }
}

async function* parseLines<T>(file: string, { schema, what }: LineFormat<T>): AsyncGenerator<T> {
  const input = createReadStream(file, 'utf8');
  const failure = new Promise<never>((_resolve, reject) => input.once('error', reject));
  failure.catch(() => undefined);
  await Promise.race([failure, new Promise((resolve) => input.once('ready', resolve))]);
  let line = 0;
  for await (const text of createInterface({ input })) {
    line += 1;
    if (text.trim() === '') continue;
    const parsed = schema.safeParse(parseJson(text.replace(/^\uFEFF/, '')));
    if (!parsed.success) throw new StartupError(`Line ${line} of ${file} is no ${what}`);
    yield parsed.data;
  }
}

/** Undefined for what is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function assertColumns(file: string, needed: string[], columns: string[]): void {
  const missing = needed.find((column) => !columns.includes(column));
  if (missing !== undefined) throw new StartupError(`${file} has no column '${missing}'; it has ${columns.join(', ')}`);
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(toText).join('; ');
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function explainError(file: string, error: unknown): unknown {
  if (error instanceof CsvError) return new StartupError(`${file} is no CSV: ${error.message}`);
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT') return new StartupError(`There is no file ${file}`);
  if (code === 'EISDIR') return new StartupError(`${file} is a folder`);
  return code === 'EACCES' ? new StartupError(`${file} may not be read`) : error;
}
