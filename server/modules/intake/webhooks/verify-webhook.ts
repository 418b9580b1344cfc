import { webhookHeaders } from '#domain/listing/contract.ts';
import type { Request, Response } from 'express';
import { Webhook } from 'standardwebhooks';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import type { Clock } from '#server/lib/clock.ts';
import { isSameSecret } from '#server/lib/network/is-same-secret.ts';
import { parseJsonBytes } from '#server/platform/http/routing/body/parse-json.ts';
import { createRawBodyReader } from '#server/platform/http/routing/body/raw-body.ts';

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
 * Verifies a delivery signed as in Standard Webhooks. Throws HttpError 401, which names the header that is missing, wrong
 * or old, and 415 or 413 if the body was not read; its signature is then unknown.
 */
export async function verifyWebhook(
  key: WebhookKey,
  request: Request,
  response: Response,
  { accepted, refusal, maxBytes } = listingFormat,
): Promise<VerifiedDelivery> {
  const [id, time, signatures] = webhookHeaders.map((name) => readHeader(request, name)) as [string, string, string];
  const isOfType = request.is(accepted) !== false;
  const wrongType = () => new HttpError(415, refusal);
  if (Number(request.get('content-length') ?? 0) > maxBytes) throw isOfType ? bodyTooLargeError(maxBytes) : wrongType();
  const raw = await createRawBodyReader(maxBytes)(request, response).catch((error: unknown) => {
    throw isOfType ? error : wrongType();
  });
  verifySignature(key, raw, { id, time, signatures });
  return { id, isOfType, raw };
}

/** Throws HttpError 415 for another type, 400 for invalid JSON. */
export function parseJsonBody({ isOfType, raw }: VerifiedDelivery): unknown {
  if (!isOfType) throw new HttpError(415, listingFormat.refusal);
  return parseJsonBytes(raw);
}

function readHeader(request: Request, name: string): string {
  const value = request.get(name) ?? '';
  if (value === '') throw new HttpError(401, `The header ${name} is missing`);
  return value;
}

type SignedHeaders = { id: string; time: string; signatures: string };

/** As `Webhook.verify`, which knows no clock but the system's. */
function verifySignature({ secret, clock }: WebhookKey, raw: Buffer, { id, time, signatures }: SignedHeaders): void {
  const sentAt = new Date(/^\d{1,12}$/.test(time) ? Number(time) * 1000 : Number.NaN);
  const ageMs = clock().getTime() - sentAt.getTime();
  if (Number.isNaN(ageMs)) throw new HttpError(401, 'The header webhook-timestamp must be seconds since 1970');
  if (Math.abs(ageMs) > toleranceMs)
    throw new HttpError(
      401,
      `The header webhook-timestamp is more than 5 minutes ${ageMs > 0 ? 'old' : 'in the future'}`,
    );
  const expected = new Webhook(secret).sign(id, sentAt, raw);
  const isSigned = signatures.split(' ').some((signature) => isSameSecret(signature, expected));
  if (!isSigned)
    throw new HttpError(401, 'The header webhook-signature is wrong: it does not fit INTAKE_SECRET and the body');
}

function bodyTooLargeError(maxBytes: number): HttpError {
  return new HttpError(413, `The body is larger than ${maxBytes / 1_000_000} MB`);
}
