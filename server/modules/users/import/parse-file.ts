import type { UploadedFile } from '#server/platform/http/routing/body/upload.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { createWorkerPool } from '#server/lib/worker-pool.ts';
import { detectFileType } from './file-type.ts';
import type { ParsedFile } from './parse-thread.ts';
import type { TableRow } from './sheet.ts';

const parseInThread = createWorkerPool<ParsedFile>(new URL('parse-thread.ts', import.meta.url), {
  size: 2,
  // Far more than a valid file of 2 MB takes.
  timeoutMs: 15_000,
  resourceLimits: { maxOldGenerationSizeMb: 200, maxYoungGenerationSizeMb: 32 },
  fallback: { problem: 'The file takes too long or too much memory to read: import it in parts' },
});

/** The rows of a file, parsed in a thread, which is replaced when it uses too much. Throws HttpError 400. */
export async function parseFile(file: UploadedFile): Promise<TableRow[]> {
  const content = await file.content();
  const kind = detectFileType({ name: file.name, content });
  if (kind === null) throw new HttpError(400, 'Only .xlsx, .xls and .csv files can be imported');
  const parsed = await parseInThread({ kind, content });
  if ('problem' in parsed) throw new HttpError(400, parsed.problem);
  return parsed.rows;
}
