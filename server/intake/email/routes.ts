import { type RequestHandler, Router } from 'express';
import { listingPaths } from '#domain/listing/contract.ts';
import type { Context } from '../../context.ts';
import { refuseForeign } from '../../http/gate.ts';
import { Problem } from '../../http/problem.ts';
import { requestIdOf } from '../../http/request-id.ts';
import { otherMethods } from '../../http/serve.ts';
import { settleTemplate } from '../../http/template.ts';
import { deliveries } from '../deliveries.ts';
import type { Intake } from '../intake.ts';
import { shown } from '../shown.ts';
import { signedDelivery } from '../signed.ts';
import { NotAMail } from './read-mail.ts';
import { mailTaker } from './take-mail.ts';

const path = listingPaths.intakeEmail;
const types = { accepted: ['message/rfc822'], refusal: 'Send the e-mail as message/rfc822' };

type Parts = { secret: string; context: Context; intake: Intake; url: () => string };

/** Where mail servers hand over the alerts that platforms send, signed. */
export function emailIntakeRoutes(parts: Parts): Router {
  const router = Router();
  router
    .route(path)
    .post(take(parts))
    .all(otherMethods([{ method: 'post' }]));
  return router;
}

function take({ secret, context, intake, url }: Parts): RequestHandler {
  const answerOnce = deliveries(context.documents, context.clock);
  const takeMail = mailTaker({ context, intake, url });
  return async (request, response) => {
    settleTemplate(response, path);
    const delivery = await signedDelivery(secret, request, response, types);
    refuseForeign(request, context.config);
    if (!delivery.isOfType) throw new Problem(415, types.refusal);
    const came = { raw: delivery.raw, isSigned: true, requestId: requestIdOf(response) };
    const answer = await answerOnce(`email ${delivery.id}`, async () => (await takeMail(came)).result).catch(refused);
    await shown(context);
    response.status(202).json(answer);
  };
}

function refused(error: unknown): never {
  throw error instanceof NotAMail ? new Problem(400, error.message) : error;
}
