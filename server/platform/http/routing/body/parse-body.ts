import type { Request, RequestHandler, Response } from 'express';
import { HttpError } from '../../middleware/http-error.ts';

/**
 * Runs a body parser. Throws its errors, and HttpError 413 as soon as more than `maxBytes` have arrived: the parsers
 * read to the end before they reject, and a chunked body need not have one.
 */
export function parseBody(
  parser: RequestHandler,
  request: Request,
  response: Response,
  { maxBytes, sentence }: { maxBytes: number; sentence: string },
): Promise<void> {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    const count = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) finish(new HttpError(413, sentence));
    };
    const finish = (error: unknown) => {
      request.off('data', count);
      if (error === undefined) resolve();
      else reject(error instanceof Error ? error : new Error('A body could not be read', { cause: error }));
    };
    request.on('data', count);
    void parser(request, response, finish);
  });
}
