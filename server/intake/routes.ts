import { type RequestHandler, Router } from 'express';
import { intakeBody, listingPaths } from '#domain/listing/contract.ts';
import type { Context } from '../context.ts';
import { refuseForeign } from '../http/gate.ts';
import { requestIdOf } from '../http/request-id.ts';
import { otherMethods } from '../http/serve.ts';
import { settleTemplate } from '../http/template.ts';
import { deliveries } from './deliveries.ts';
import { emailIntakeRoutes } from './email/routes.ts';
import type { Intake } from './intake.ts';
import { shown } from './shown.ts';
import { jsonOf, signedDelivery } from './signed.ts';

const path = listingPaths.intake;

type Parts = { context: Context; intake: Intake; url: () => string };

/** The signed webhooks by which listings and e-mails come in; without INTAKE_SECRET there are no such paths. */
export function intakeRoutes({ context, intake, url }: Parts): Router {
  const router = Router();
  const secret = context.config.intakeSecret;
  if (secret === null) return router;
  router
    .route(path)
    .post(take(secret, context, intake))
    .all(otherMethods([{ method: 'post' }]));
  router.use(emailIntakeRoutes({ secret, context, intake, url }));
  return router;
}

function take(secret: string, context: Context, intake: Intake): RequestHandler {
  const answerOnce = deliveries(context.documents, context.clock);
  return async (request, response) => {
    settleTemplate(response, path);
    const delivery = await signedDelivery(secret, request, response);
    refuseForeign(request, context.config);
    const { source, listings } = intakeBody.parse(jsonOf(delivery));
    const sender = { actor: `intake:${source}`, commandId: `webhook:${delivery.id}`, requestId: requestIdOf(response) };
    const answer = await answerOnce(delivery.id, () => intake.take(source, listings, sender));
    await shown(context);
    response.status(202).json(answer);
  };
}
