import type { Request, Response } from 'express';
import { type Endpoint, multipartForm } from '#domain/shared/endpoint.contract.ts';
import { HttpError } from '../../middleware/http-error.ts';
import { parseJsonBytes } from './parse-json.ts';
import { parseInput } from './parse-input.ts';
import { isSafeMethod } from '../../session/origin.ts';
import { createRawBodyReader } from './raw-body.ts';
import { readUpload } from './upload.ts';

const maxJsonBytes = 100_000;
const describeTooLarge = (maxBytes: number) =>
  `The body is larger than ${maxBytes < 1_000_000 ? `${maxBytes / 1000} kB` : `${maxBytes / 1_000_000} MB`}`;
const createReader = (maxBytes: number) => createRawBodyReader(maxBytes, describeTooLarge(maxBytes));
const readRawBody = createReader(maxJsonBytes);
const jsonTypePattern = /^application\/([\w.-]+\+)?json\s*(;|$)/i;

/** The body for an endpoint, parsed by its schema. Throws HttpError 415 and 413, the parser's errors, ZodError. */
export async function readBody(endpoint: Endpoint, request: Request, response: Response): Promise<unknown> {
  if (endpoint.bodyType === multipartForm) return readUpload(endpoint, request, response);
  const maxBytes = endpoint.maxBodyBytes ?? maxJsonBytes;
  const length = Number(request.get('content-length') ?? 0);
  const hasBody = length > 0 || request.get('transfer-encoding') !== undefined;
  if (endpoint.body) assertJson(request, hasBody);
  // Rejected at once where the length is announced, so that no client has to send all of it first.
  if (length > maxBytes && !isSafeMethod(request)) throw new HttpError(413, describeTooLarge(maxBytes));
  return endpoint.body && parseInput(endpoint.body, await readJson(maxBytes, request, response));
}

async function readJson(maxBytes: number, request: Request, response: Response): Promise<unknown> {
  const read = maxBytes === maxJsonBytes ? readRawBody : createReader(maxBytes);
  const bytes = await read(request, response);
  return bytes.length > 0 ? parseJsonBytes(bytes) : undefined;
}

/** The body of an endpoint that declares none, in base64; undefined where there is none. Throws HttpError 413. */
export async function readIgnoredBody(request: Request, response: Response): Promise<string | undefined> {
  const bytes = await readRawBody(request, response);
  return bytes.length === 0 ? undefined : bytes.toString('base64');
}

function assertJson(request: Request, hasBody: boolean): void {
  const type = request.get('content-type');
  const charset = /;\s*charset="?([\w-]+)/i.exec(type ?? '')?.[1] ?? 'utf-8';
  if (type === undefined ? hasBody : !jsonTypePattern.test(type) || !/^utf-?8$/i.test(charset)) {
    throw new HttpError(415, 'The body must be JSON, sent as application/json');
  }
}
