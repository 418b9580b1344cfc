import type { RequestHandler, Router } from 'express';
import { intakeBody, listingPaths } from '#domain/listing/contract.ts';
import { refuseForeign } from '#server/platform/http/routing/gate.ts';
import { requestIdOf } from '#server/platform/http/middleware/request-id.ts';
import { settleTemplate } from '#server/platform/http/middleware/template.ts';
import { deliveries } from './deliveries.ts';
import type { Intake } from '../pipeline/intake.ts';
import { shown } from '../pipeline/shown.ts';
import { jsonOf, signedDelivery } from './signed.ts';
import { type WebhookDeps, webhookRouter } from './webhook.ts';

const path = listingPaths.intake;

type IntakeRoutesDeps = WebhookDeps & { intake: Pick<Intake, 'take'> };

/** The signed webhook that takes listings. */
export function intakeRoutes(deps: IntakeRoutesDeps): Router {
  return webhookRouter(path, deps.config, (secret) => take(secret, deps));
}

function take(secret: string, deps: IntakeRoutesDeps): RequestHandler {
  const answerOnce = deliveries(deps.documents, deps.clock);
  return async (request, response) => {
    settleTemplate(response, path);
    const delivery = await signedDelivery(secret, request, response);
    refuseForeign(request, deps.config);
    const { source, listings } = intakeBody.parse(jsonOf(delivery));
    const sender = { actor: `intake:${source}`, commandId: `webhook:${delivery.id}`, requestId: requestIdOf(response) };
    const answer = await answerOnce(delivery.id, () => deps.intake.take(source, listings, sender));
    await shown(deps);
    response.status(202).json(answer);
  };
}
