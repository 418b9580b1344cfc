import { createHmac } from 'node:crypto';
import type { Request } from 'express';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import type { Doc, Documents } from '#projections/store/port.ts';
import { updateDocument } from '#projections/store/update-document.ts';
import { createKeyedMutex } from '#server/lib/keyed-mutex.ts';
import { HttpError } from '../middleware/http-error.ts';
import { getIdempotencyKey } from './command-metadata.ts';

const space = documentSpaces.idempotencyKeys;
const retentionMs = 7 * 24 * 60 * 60_000;

export type KeyDocuments = Pick<Documents, 'get' | 'compareAndSet'>;
type KeyDoc = Doc & { fingerprint: string; outcome?: { value: unknown } };

/** Throws HttpError 422 for a key that came with another request within a week. */
export type AssertSameRequest = (request: Request, commandId: string, body: unknown) => Promise<void>;
/**
 * Runs `act` unless a request with the same Idempotency-Key has run it within a week, and resolves with what it
 * resolved with then. That is JSON, and stored in clear: no secret. A failure is not remembered.
 */
export type RunOnce = <T>(act: () => Promise<T>) => Promise<T>;

export type IdempotencyKeys = ReturnType<typeof createIdempotencyKeys>;

/** Remembers what was sent with each Idempotency-Key, by fingerprints; `commandId` is that of the request. */
export function createIdempotencyKeys(documents: KeyDocuments) {
  const requestMutex = createKeyedMutex();
  const expires = () => Date.now() + retentionMs;

  const assertSameRequest: AssertSameRequest = async (request, commandId, body) => {
    const key = getIdempotencyKey(request);
    if (key === null) return;
    const fingerprint = computeFingerprint(key, request, body);
    const recall = (storedKey: KeyDoc | null): KeyDoc => storedKey ?? { id: commandId, fingerprint };
    const keyDoc = await updateDocument(documents, { space, id: commandId, expires }, recall);
    if (keyDoc.fingerprint !== fingerprint)
      throw new HttpError(422, 'This Idempotency-Key was sent with another request before');
  };

  /** Two processes that run it at once both do; the first outcome is the answer of both. */
  const createRunOnce = (request: Request, commandId: string): RunOnce => {
    if (getIdempotencyKey(request) === null) return (act) => act();
    return <T>(act: () => Promise<T>) =>
      requestMutex(commandId, async () => {
        const keyDoc = await documents.get<KeyDoc>(space, commandId);
        const outcome = keyDoc?.outcome ?? { value: await act() };
        const remember = (storedKey: KeyDoc | null) =>
          storedKey && { ...storedKey, outcome: storedKey.outcome ?? outcome };
        const remembered = keyDoc?.outcome
          ? keyDoc
          : await updateDocument(documents, { space, id: commandId }, remember);
        return (remembered?.outcome ?? outcome).value as T; // what `act` of the same request resolved with
      });
  };

  return { assertSameRequest, createRunOnce };
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
