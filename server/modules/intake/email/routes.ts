import type { RequestHandler, Router } from 'express';
import { listingPaths } from '#domain/listing/contract.ts';
import { refuseForeign } from '#server/platform/http/routing/gate.ts';
import { Problem } from '#server/platform/http/middleware/problem.ts';
import { requestIdOf } from '#server/platform/http/middleware/request-id.ts';
import { settleTemplate } from '#server/platform/http/middleware/template.ts';
import { deliveries } from '../webhooks/deliveries.ts';
import { shown } from '../pipeline/shown.ts';
import { signedDelivery } from '../webhooks/signed.ts';
import { type WebhookDeps, webhookRouter } from '../webhooks/webhook.ts';
import { NotAMail } from './read-mail.ts';
import type { TakeMail } from './take-mail.ts';

const path = listingPaths.intakeEmail;
const types = { accepted: ['message/rfc822'], refusal: 'Send the e-mail as message/rfc822' };

type EmailIntakeDeps = WebhookDeps & { takeMail: TakeMail };

/** The signed webhook by which mail servers hand over the alerts that platforms send. */
export function emailIntakeRoutes(deps: EmailIntakeDeps): Router {
  return webhookRouter(path, deps.config, (secret) => take(secret, deps));
}

function take(secret: string, deps: EmailIntakeDeps): RequestHandler {
  const answerOnce = deliveries(deps.documents, deps.clock);
  return async (request, response) => {
    settleTemplate(response, path);
    const delivery = await signedDelivery(secret, request, response, types);
    refuseForeign(request, deps.config);
    if (!delivery.isOfType) throw new Problem(415, types.refusal);
    const came = { raw: delivery.raw, isSigned: true, requestId: requestIdOf(response) };
    const answer = await answerOnce(`email ${delivery.id}`, async () => (await deps.takeMail(came)).result).catch(
      refused,
    );
    await shown(deps);
    response.status(202).json(answer);
  };
}

function refused(error: unknown): never {
  throw error instanceof NotAMail ? new Problem(400, error.message) : error;
}
