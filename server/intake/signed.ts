import type { Request, Response } from 'express';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { Problem } from '../http/problem.ts';
import { rawBodies } from '../http/raw-body.ts';

const limit = 2_000_000;
const rawBody = rawBodies(limit);
const headers = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;
const unsigned = 'The signature of this delivery is missing, wrong or older than 5 minutes';

export type SignedDelivery = { id: string; isJson: boolean; raw: Buffer };

/**
 * A delivery signed as the Standard Webhooks convention says. Throws Problem 401 where it is not, and 415 or 413
 * where the body was not even read; which signature it would have had nobody knows then.
 */
export async function signedDelivery(secret: string, request: Request, response: Response): Promise<SignedDelivery> {
  const given = Object.fromEntries(headers.map((name) => [name, request.get(name) ?? '']));
  if (headers.some((name) => given[name] === '')) throw new Problem(401, unsigned);
  const isJson = request.is(['json', '+json']) !== false;
  if (Number(request.get('content-length') ?? 0) > limit) throw tooLarge(isJson);
  const raw = await rawBody(request, response).catch((error: unknown) => {
    throw isJson ? error : notJson();
  });
  verify(secret, raw, given);
  return { id: String(given['webhook-id']), isJson, raw };
}

/** Throws Problem 415 for another type, 400 for what is no JSON. */
export function jsonOf({ isJson, raw }: SignedDelivery): unknown {
  if (!isJson) throw notJson();
  try {
    return JSON.parse(raw.toString());
  } catch {
    throw new Problem(400, 'The body is not valid JSON');
  }
}

function verify(secret: string, raw: Buffer, given: Record<string, string>): void {
  try {
    new Webhook(secret).verify(raw, given, { jsonParse: false });
  } catch (error) {
    throw error instanceof WebhookVerificationError ? new Problem(401, unsigned) : error;
  }
}

function notJson(): Problem {
  return new Problem(415, 'Send the listings as application/json');
}

function tooLarge(isJson: boolean): Problem {
  return isJson ? new Problem(413, 'The body is larger than 2 MB') : notJson();
}
