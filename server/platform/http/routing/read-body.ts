import express, { type Request, type RequestHandler, type Response } from 'express';
import { type Endpoint, multipartForm } from '#domain/shared/endpoint.contract.ts';
import { parseBody } from './parse-body.ts';
import { HttpError } from '../middleware/http-error.ts';
import { readUpload } from './upload.ts';

const maxJsonBytes = 100_000;
const tooLargeMessage = 'The body is larger than 100 kB';
const parseJson: RequestHandler = express.json({ limit: maxJsonBytes, type: () => true });
const jsonTypePattern = /^application\/([\w.-]+\+)?json\s*(;|$)/i;

/** The body for an endpoint, parsed by its schema. Throws HttpError 415 and 413, the parser's errors, ZodError. */
export async function readBody(endpoint: Endpoint, request: Request, response: Response): Promise<unknown> {
  if (endpoint.bodyType === multipartForm) return readUpload(request, response);
  const length = Number(request.get('content-length') ?? 0);
  const hasBody = length > 0 || request.get('transfer-encoding') !== undefined;
  if (endpoint.body) assertJson(request, hasBody);
  // Rejected at once where the length is announced, so that no client has to send all of it first.
  if (length > maxJsonBytes) throw new HttpError(413, tooLargeMessage);
  if (!endpoint.body) return undefined;
  await parseBody(parseJson, request, response, { maxBytes: maxJsonBytes, sentence: tooLargeMessage });
  return endpoint.body.parse(hasBody ? request.body : undefined);
}

function assertJson(request: Request, hasBody: boolean): void {
  const type = request.get('content-type');
  if (type === undefined ? hasBody : !jsonTypePattern.test(type)) {
    throw new HttpError(415, 'The body must be JSON, sent as application/json');
  }
}
