import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, writeFileSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Request, RequestHandler, Response } from 'express';
import multer from 'multer';
import { type Endpoint, multipartForm } from '#domain/shared/endpoint.contract.ts';
import { parseBody } from './parse-body.ts';
import { HttpError } from '../../middleware/http-error.ts';

const fileField = 'file';
const defaultMaxBytes = 2_000_000;
// The lines around the file, and a few small fields that are ignored.
const envelopeBytes = 20_000;

const uploadPrefix = 'scout-upload-';
/** In ms: no request lasts as long. */
const leftoverAgeMs = 3_600_000;
const memory = multer.memoryStorage();
const disk = multer.diskStorage({
  destination: tmpdir(),
  filename: (_request, _file, done) => {
    const name = `${uploadPrefix}${process.pid}-${randomUUID()}`;
    // At once, as a pause would lose the end of a sender who hangs up; the library itself would let all users read it.
    writeFileSync(join(tmpdir(), name), '', { mode: 0o600, flag: 'wx' });
    done(null, name);
  },
});

/**
 * Its content is in memory, or on disk until the handler of the request has ended. The hash distinguishes a repeated
 * request from another one.
 */
export type UploadedFile = { name: string; sha256: string; content: () => Promise<Buffer> };

/** The file in the field `file` of a request. Throws HttpError 415, 413 and 400. */
export async function readUpload(endpoint: Endpoint, request: Request, response: Response): Promise<UploadedFile> {
  if (request.is(multipartForm) !== multipartForm) {
    throw new HttpError(415, `The body must be a form (${multipartForm}) with the file in its field '${fileField}'`);
  }
  const { maxFileBytes = defaultMaxBytes } = endpoint;
  const maxBytes = maxFileBytes + envelopeBytes;
  const sentence = `The file is larger than ${maxFileBytes / 1_000_000} MB`;
  if (Number(request.get('content-length') ?? 0) > maxBytes) throw new HttpError(413, sentence);
  // Not awaited, as a pause would lose the end of a sender who hangs up.
  cleaning ??= removeLeftUploads().catch(() => undefined);
  const parseForm = createFormParser(maxFileBytes);
  await parseBody(parseForm, request, response, { maxBytes, sentence }).catch((error: unknown) => {
    throw toUploadError(error, sentence);
  });
  const { file } = request;
  if (!file) throw new HttpError(400, 'Choose a file');
  const hash = createHash('sha256');
  await pipeline(file.path ? createReadStream(file.path) : [file.buffer], hash);
  const content = () => (file.path ? readFile(file.path) : Promise.resolve(file.buffer));
  return { name: file.originalname, sha256: hash.digest('hex'), content };
}

let cleaning: Promise<void> | null = null;

/** Files that a process left behind which was killed while it received them. */
export async function removeLeftUploads(): Promise<void> {
  const names = await readdir(tmpdir());
  for (const path of names.filter((name) => name.startsWith(uploadPrefix)).map((name) => join(tmpdir(), name))) {
    const fileStats = await stat(path).catch(() => null);
    if (fileStats !== null && Date.now() - fileStats.mtimeMs > leftoverAgeMs)
      await rm(path, { force: true }).catch(() => undefined);
  }
}

function createFormParser(fileSize: number): RequestHandler {
  return multer({
    storage: fileSize > defaultMaxBytes ? disk : memory,
    limits: { fileSize, files: 1, fields: 10, fieldSize: 1000, parts: 12 },
  }).single(fileField);
}

/** Removes the file of `readUpload` when the handler has ended; a form that was refused has removed its own. */
export function removeUploadAfter(handle: RequestHandler): RequestHandler {
  return async (request, response, next) => {
    try {
      await handle(request, response, next);
    } finally {
      if (request.file?.path) await rm(request.file.path, { force: true }).catch(() => undefined);
    }
  };
}

function toUploadError(error: unknown, tooLarge: string): HttpError {
  if (error instanceof HttpError) return error;
  if (!(error instanceof multer.MulterError))
    return new HttpError(400, `The form could not be read: it must have the file in its field '${fileField}'`);
  if (error.code === 'LIMIT_FILE_SIZE') return new HttpError(413, tooLarge);
  return new HttpError(400, `Choose one file, in the field '${fileField}'`);
}
