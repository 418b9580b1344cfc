import type { RequestHandler, Router } from 'express';
import { intakeBody, listingPaths } from '#domain/listing/contract.ts';
import { assertSameSite } from '#server/platform/http/routing/authorize.ts';
import { getRequestId } from '#server/platform/http/middleware/request-id.ts';
import { setRoutePattern } from '#server/platform/http/middleware/route-pattern.ts';
import { createIdempotentHandler } from './webhook-idempotency.ts';
import type { Intake } from '../pipeline/intake.ts';
import { waitForProjectionsAtHead } from '../pipeline/wait-for-projections.ts';
import { parseJsonBody, verifyWebhook } from './verify-webhook.ts';
import { type WebhookDeps, createWebhookRouter } from './webhook-router.ts';

const path = listingPaths.intake;

type ListingWebhookDeps = WebhookDeps & { intake: Pick<Intake, 'take'> };

/** The signed webhook that takes listings. */
export function listingWebhookRoutes(deps: ListingWebhookDeps): Router {
  return createWebhookRouter(path, deps.config, (secret) => createWebhookHandler(secret, deps));
}

function createWebhookHandler(secret: string, deps: ListingWebhookDeps): RequestHandler {
  const answerOnce = createIdempotentHandler(deps.documents, deps.clock);
  return async (request, response) => {
    setRoutePattern(response, path);
    const delivery = await verifyWebhook(secret, request, response);
    assertSameSite(request, deps.config);
    const { source, listings } = intakeBody.parse(parseJsonBody(delivery));
    const sender = {
      actor: `intake:${source}`,
      commandId: `webhook:${delivery.id}`,
      requestId: getRequestId(response),
      channel: 'webhook',
    } as const;
    const answer = await answerOnce(delivery.id, () => deps.intake.take(source, listings, sender));
    await waitForProjectionsAtHead(deps);
    response.status(202).json(answer);
  };
}
