import type { Request, RequestHandler, Response } from 'express';
import multer from 'multer';
import * as z from 'zod';
import { parseBody } from './parse-body.ts';
import { Problem } from '../middleware/problem.ts';

const field = 'file';
const largest = 2_000_000;
// The lines around the file, and a few small fields that nobody reads.
const envelope = 20_000;
const tooLarge = 'The file is larger than 2 MB';
const form: RequestHandler = multer({
  storage: multer.memoryStorage(),
  limits: { fileSize: largest, files: 1, fields: 10, fieldSize: 1000, parts: 12 },
}).single(field);

/** The file of an upload. */
export const uploadBody = z.object({ name: z.string(), content: z.instanceof(Buffer) });

/** What a request uploads in the field `file`. Throws Problem 415, 413 and 400. */
export async function uploaded(request: Request, response: Response): Promise<unknown> {
  if (request.is('multipart/form-data') !== 'multipart/form-data') {
    throw new Problem(415, `The body must be a form (multipart/form-data) with the file in its field '${field}'`);
  }
  const maxBytes = largest + envelope;
  if (Number(request.get('content-length') ?? 0) > maxBytes) throw new Problem(413, tooLarge);
  await parseBody(form, request, response, { maxBytes, sentence: tooLarge }).catch(refuse);
  if (!request.file) throw new Problem(400, 'Choose a file to import');
  return { name: request.file.originalname, content: request.file.buffer };
}

function refuse(error: unknown): never {
  if (error instanceof Problem) throw error;
  if (!(error instanceof multer.MulterError)) throw new Problem(400, 'The form could not be read');
  if (error.code === 'LIMIT_FILE_SIZE') throw new Problem(413, tooLarge);
  throw new Problem(400, `Choose one file to import, in the field '${field}'`);
}
