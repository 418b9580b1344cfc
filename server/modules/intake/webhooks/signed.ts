import type { Request, Response } from 'express';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { Problem } from '#server/platform/http/middleware/problem.ts';
import { rawBodies } from '#server/platform/http/routing/raw-body.ts';

const limit = 2_000_000;
const rawBody = rawBodies(limit);
const headers = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;
const unsigned = 'The signature of this delivery is missing, wrong or older than 5 minutes';

/** The media types that a path takes, and the sentence for all others. */
type Types = { accepted: string[]; refusal: string };
const json: Types = { accepted: ['json', '+json'], refusal: 'Send the listings as application/json' };

export type SignedDelivery = { id: string; isOfType: boolean; raw: Buffer };

/**
 * A delivery signed as the Standard Webhooks convention says. Throws Problem 401 where it is not, and 415 or 413
 * where the body was not even read; which signature it would have had nobody knows then.
 */
export async function signedDelivery(
  secret: string,
  request: Request,
  response: Response,
  { accepted, refusal } = json,
): Promise<SignedDelivery> {
  const given = Object.fromEntries(headers.map((name) => [name, request.get(name) ?? '']));
  if (headers.some((name) => given[name] === '')) throw new Problem(401, unsigned);
  const isOfType = request.is(accepted) !== false;
  const wrongType = () => new Problem(415, refusal);
  if (Number(request.get('content-length') ?? 0) > limit) throw isOfType ? tooLarge() : wrongType();
  const raw = await rawBody(request, response).catch((error: unknown) => {
    throw isOfType ? error : wrongType();
  });
  verify(secret, raw, given);
  return { id: String(given['webhook-id']), isOfType, raw };
}

/** Throws Problem 415 for another type, 400 for what is no JSON. */
export function jsonOf({ isOfType, raw }: SignedDelivery): unknown {
  if (!isOfType) throw new Problem(415, json.refusal);
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

function tooLarge(): Problem {
  return new Problem(413, 'The body is larger than 2 MB');
}
