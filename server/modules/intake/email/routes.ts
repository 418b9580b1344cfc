import type { RequestHandler } from 'express';
import { intakeEndpoints } from '#domain/listing/contract.ts';
import { assertSameSite } from '#server/platform/http/routing/authorize.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { getRequestId } from '#server/platform/http/middleware/request-id.ts';
import { type MachineRoute, machineRoute } from '#server/platform/http/routing/route.ts';
import { createIdempotentHandler } from '../webhooks/webhook-idempotency.ts';
import { type DeliveryFormat, verifyWebhook } from '../webhooks/verify-webhook.ts';
import type { WebhookDeps } from '../webhooks/listing-webhook.ts';
import { maxMailBytes, NotAMail } from './parse-mail.ts';
import { type TakeMail, unknownSource } from './take-mail.ts';

const mailFormat: DeliveryFormat = {
  accepted: ['message/rfc822'],
  refusal: 'Send the email as message/rfc822',
  maxBytes: maxMailBytes,
};

type EmailIntakeDeps = WebhookDeps & { takeMail: TakeMail; countUnreadable: CountUnreadable };
/** Counts an email that could not be read, and whose source is therefore unknown. */
export type CountUnreadable = (source: string, reason: string) => void;

/** The signed webhook by which mail servers deliver the alerts of listing platforms. */
export function emailIntakeRoutes(deps: EmailIntakeDeps): MachineRoute[] {
  const { intakeSecret } = deps.config;
  return intakeSecret === null
    ? []
    : [machineRoute(intakeEndpoints.receiveEmail, createMailHandler(intakeSecret, deps))];
}

function createMailHandler(secret: string, deps: EmailIntakeDeps): RequestHandler {
  const answerOnce = createIdempotentHandler(deps.documents, deps.clock);
  return async (request, response) => {
    const delivery = await verifyWebhook({ secret, clock: deps.clock }, request, response, mailFormat);
    assertSameSite(request, deps.config);
    if (!delivery.isOfType) throw new HttpError(415, mailFormat.refusal);
    const received = { raw: delivery.raw, isSigned: true, requestId: getRequestId(response) };
    const { answer } = await answerOnce(
      `email ${delivery.id}`,
      async () => (await deps.takeMail(received)).result,
    ).catch((error: unknown) => {
      if (!(error instanceof NotAMail)) throw error;
      deps.countUnreadable(unknownSource, error.message);
      throw new HttpError(400, error.message);
    });
    await deps.waitForHead();
    response.status(202).json(answer);
  };
}
