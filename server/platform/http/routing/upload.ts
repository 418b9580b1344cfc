import type { Request, RequestHandler, Response } from 'express';
import multer from 'multer';
import { multipartForm } from '#domain/shared/endpoint.contract.ts';
import { parseBody } from './parse-body.ts';
import { HttpError } from '../middleware/http-error.ts';

const fileField = 'file';
const maxFileBytes = 2_000_000;
// The lines around the file, and a few small fields that are ignored.
const envelopeBytes = 20_000;
const tooLargeMessage = 'The file is larger than 2 MB';
const parseForm: RequestHandler = multer({
  storage: multer.memoryStorage(),
  limits: { fileSize: maxFileBytes, files: 1, fields: 10, fieldSize: 1000, parts: 12 },
}).single(fileField);

export type UploadedFile = { name: string; content: Buffer };

/** The file in the field `file` of a request. Throws HttpError 415, 413 and 400. */
export async function readUpload(request: Request, response: Response): Promise<UploadedFile> {
  if (request.is(multipartForm) !== multipartForm) {
    throw new HttpError(415, `The body must be a form (${multipartForm}) with the file in its field '${fileField}'`);
  }
  const maxBytes = maxFileBytes + envelopeBytes;
  if (Number(request.get('content-length') ?? 0) > maxBytes) throw new HttpError(413, tooLargeMessage);
  await parseBody(parseForm, request, response, { maxBytes, sentence: tooLargeMessage }).catch(throwUploadError);
  if (!request.file) throw new HttpError(400, 'Choose a file to import');
  return { name: request.file.originalname, content: request.file.buffer };
}

function throwUploadError(error: unknown): never {
  if (error instanceof HttpError) throw error;
  if (!(error instanceof multer.MulterError)) throw new HttpError(400, 'The form could not be read');
  if (error.code === 'LIMIT_FILE_SIZE') throw new HttpError(413, tooLargeMessage);
  throw new HttpError(400, `Choose one file to import, in the field '${fileField}'`);
}
