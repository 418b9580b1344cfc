import type { UploadedFile } from '#server/platform/http/routing/body/upload.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { callWorker } from '#server/lib/run-in-worker.ts';
import { detectFileType } from './file-type.ts';
import type { ParsedFile } from './parse-thread.ts';
import type { TableRow } from './sheet.ts';

// Far more than a valid file of 2 MB takes.
const timeoutMs = 15_000;
const resourceLimits = { maxOldGenerationSizeMb: 200, maxYoungGenerationSizeMb: 32 };

/**
 * The rows of a file, parsed in its own thread, which is stopped when it uses too much. Throws HttpError 400.
 */
export async function parseFile(file: UploadedFile): Promise<TableRow[]> {
  const content = await file.content();
  const kind = detectFileType({ name: file.name, content });
  if (kind === null) throw new HttpError(400, 'Only .xlsx, .xls and .csv files can be imported');
  const parsed = await callWorker<ParsedFile>(new URL('parse-thread.ts', import.meta.url), {
    workerData: { kind, content },
    resourceLimits,
    timeoutMs,
    fallback: { problem: 'The file takes too long or too much memory to read: import it in parts' },
  });
  if ('problem' in parsed) throw new HttpError(400, parsed.problem);
  return parsed.rows;
}
