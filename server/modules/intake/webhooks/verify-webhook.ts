import { webhookHeaders } from '#domain/listing/contract.ts';
import type { Request, Response } from 'express';
import { timingSafeEqual } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import type { Clock } from '#server/lib/clock.ts';
import { parseJsonBytes } from '#server/platform/http/routing/body/parse-json.ts';
import { createRawBodyReader } from '#server/platform/http/routing/body/raw-body.ts';

const invalidSignatureMessage = 'The signature of this delivery is missing, wrong or older than 5 minutes';

/** The media types that a path accepts, the message for all others, and the largest body. */
export type DeliveryFormat = { accepted: string[]; refusal: string; maxBytes: number };
const listingFormat: DeliveryFormat = {
  accepted: ['json', '+json'],
  refusal: 'Send the listings as application/json',
  maxBytes: 2_000_000,
};

const toleranceMs = 5 * 60_000;

/** What signatures are made with, and the time that they must be close to. */
export type WebhookKey = { secret: string; clock: Clock };

export type VerifiedDelivery = { id: string; isOfType: boolean; raw: Buffer };

/**
 * Verifies a delivery signed as in Standard Webhooks. Throws HttpError 401 if the signature is invalid, and 415 or 413
 * if the body was not read; its signature is then unknown.
 */
export async function verifyWebhook(
  key: WebhookKey,
  request: Request,
  response: Response,
  { accepted, refusal, maxBytes } = listingFormat,
): Promise<VerifiedDelivery> {
  const signatureValues = Object.fromEntries(webhookHeaders.map((name) => [name, request.get(name) ?? '']));
  if (webhookHeaders.some((name) => signatureValues[name] === '')) throw new HttpError(401, invalidSignatureMessage);
  const isOfType = request.is(accepted) !== false;
  const wrongType = () => new HttpError(415, refusal);
  if (Number(request.get('content-length') ?? 0) > maxBytes) throw isOfType ? bodyTooLargeError(maxBytes) : wrongType();
  const raw = await createRawBodyReader(maxBytes)(request, response).catch((error: unknown) => {
    throw isOfType ? error : wrongType();
  });
  verifySignature(key, raw, signatureValues);
  return { id: String(signatureValues['webhook-id']), isOfType, raw };
}

/** Throws HttpError 415 for another type, 400 for invalid JSON. */
export function parseJsonBody({ isOfType, raw }: VerifiedDelivery): unknown {
  if (!isOfType) throw new HttpError(415, listingFormat.refusal);
  return parseJsonBytes(raw);
}

/** As `Webhook.verify`, which knows no clock but the system's. */
function verifySignature({ secret, clock }: WebhookKey, raw: Buffer, signatureValues: Record<string, string>): void {
  const [id = '', time = '', signatures = ''] = webhookHeaders.map((name) => signatureValues[name]);
  const sentAt = new Date(/^\d{1,12}$/.test(time) ? Number(time) * 1000 : Number.NaN);
  const isRecent = Math.abs(clock().getTime() - sentAt.getTime()) <= toleranceMs;
  const expected = isRecent ? Buffer.from(new Webhook(secret).sign(id, sentAt, raw)) : null;
  const isSigned = signatures.split(' ').some((signature) => {
    const actual = Buffer.from(signature);
    return expected !== null && actual.length === expected.length && timingSafeEqual(actual, expected);
  });
  if (!isSigned) throw new HttpError(401, invalidSignatureMessage);
}

function bodyTooLargeError(maxBytes: number): HttpError {
  return new HttpError(413, `The body is larger than ${maxBytes / 1_000_000} MB`);
}
