import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import { v5 as uuidV5 } from 'uuid';
import type { CommandMetadata } from '#server/platform/commands/command-handler.ts';
import { HttpError } from '../middleware/http-error.ts';
import { getRequestId } from '../middleware/request-id.ts';
import { getRoutePattern } from '../middleware/route-pattern.ts';
import { isSafeMethod } from '../session/origin.ts';

const namespace = 'b0a6a4c6-6a4e-5a0e-8a3e-2f6c1d9e7b54';
const maxKeyLength = 200;

/**
 * The actor and id of the command of a request. With an Idempotency-Key the same request of the same actor is the same
 * command, however often it is sent and however its path is spelled. An empty key counts as none. Throws HttpError 400
 * for a key that is too long.
 */
export function commandMetadataOf(request: Request, response: Response, actor: string): CommandMetadata {
  const requestId = getRequestId(response);
  const key = getIdempotencyKey(request);
  if (key === null) return { actor, commandId: randomUUID(), requestId };
  if (key.length > maxKeyLength) throw new HttpError(400, `Idempotency-Key must be at most ${maxKeyLength} characters`);
  const named = [actor, request.method, getRoutePattern(response), request.params, key];
  return { actor, commandId: uuidV5(JSON.stringify(named), namespace), requestId };
}

/** Null for a request without one, and for one that changes nothing. */
export function getIdempotencyKey(request: Request): string | null {
  const key = isSafeMethod(request) ? '' : (request.get('idempotency-key') ?? '');
  return key === '' ? null : key;
}

/** The metadata of one of several commands of a single request. */
export function childCommand(sender: CommandMetadata, step: string): CommandMetadata {
  return { correlationId: sender.commandId, ...sender, commandId: uuidV5(Buffer.from(step), sender.commandId) };
}
