import { createHmac } from 'node:crypto';
import type { Request } from 'express';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import type { Doc, Documents } from '#projections/store/port.ts';
import { HttpError } from '../middleware/http-error.ts';
import { getIdempotencyKey } from './command-metadata.ts';

const space = documentSpaces.idempotencyKeys;
const retentionMs = 7 * 24 * 60 * 60_000;

export type KeyDocuments = Pick<Documents, 'get' | 'compareAndSet'>;
type KeyDoc = Doc & { fingerprint: string };

/** Throws HttpError 422 for a key that came with another request within a week. */
export type AssertSameRequest = (request: Request, commandId: string, body: unknown) => Promise<void>;

/** Remembers by fingerprints what was sent with each Idempotency-Key; `commandId` is that of the request. */
export function createIdempotencyKeys(documents: KeyDocuments): AssertSameRequest {
  const recall = async (doc: KeyDoc): Promise<KeyDoc> => {
    const known = await documents.get<KeyDoc>(space, doc.id);
    if (known !== null) return known;
    const isNew = await documents.compareAndSet(space, null, doc, Date.now() + retentionMs);
    return isNew ? doc : recall(doc);
  };

  return async (request, commandId, body) => {
    const key = getIdempotencyKey(request);
    if (key === null) return;
    const fingerprint = computeFingerprint(key, request, body);
    const known = await recall({ id: commandId, fingerprint });
    if (known.fingerprint !== fingerprint)
      throw new HttpError(422, 'This Idempotency-Key was sent with another request before');
  };
}

/** Under the key, which is not stored: bodies contain passwords. */
function computeFingerprint(key: string, { query }: Request, body: unknown): string {
  const digest = createHmac('sha256', key).update(`${JSON.stringify(query)}\n`);
  if (isUpload(body)) return digest.update(`${body.name}\n`).update(body.content).digest('base64');
  return digest.update(JSON.stringify([body])).digest('base64');
}

function isUpload(body: unknown): body is { name: string; content: Buffer } {
  return typeof body === 'object' && body !== null && 'content' in body && Buffer.isBuffer(body.content);
}
