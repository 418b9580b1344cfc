import { type RequestHandler, Router } from 'express';
import { ZodError } from 'zod';
import { paymentsPath } from '#domain/user/checkout.contract.ts';
import type { Config } from '#server/platform/config/config.ts';
import { refuseForeign } from '#server/platform/http/routing/gate.ts';
import { Problem } from '#server/platform/http/middleware/problem.ts';
import { rawBodies } from '#server/platform/http/routing/raw-body.ts';
import { otherMethods } from '#server/platform/http/routing/serve.ts';
import { settleTemplate } from '#server/platform/http/middleware/template.ts';
import { type PaymentDeps, paymentsOf } from './payments.ts';
import { type Payment, readPayment } from './stripe-events.ts';

const rawBody = rawBodies(1_000_000);
const unsigned = 'The signature of this delivery is missing, wrong or older than 5 minutes';

type WebhookDeps = PaymentDeps & { config: Pick<Config, 'paymentWebhookSecret' | 'publicUrl'> };

/** The signed webhook by which the payment provider reports payments; without PAYMENT_WEBHOOK_SECRET there is none. */
export function paymentRoutes(deps: WebhookDeps): Router {
  const router = Router();
  const secret = deps.config.paymentWebhookSecret;
  if (secret === null) return router;
  router
    .route(paymentsPath)
    .post(take(secret, deps))
    .all(otherMethods([{ method: 'post' }]));
  return router;
}

function take(secret: string, deps: WebhookDeps): RequestHandler {
  const settle = paymentsOf(deps);
  return async (request, response) => {
    settleTemplate(response, paymentsPath);
    const signature = request.get('stripe-signature') ?? '';
    if (signature === '') throw new Problem(401, unsigned);
    const raw = await rawBody(request, response);
    await refuseUnsigned(raw, signature, secret);
    refuseForeign(request, deps.config);
    const payment = paymentIn(raw);
    if (payment !== null) await settle(payment);
    response.json({ received: true });
  };
}

async function refuseUnsigned(raw: Buffer, signature: string, secret: string): Promise<void> {
  const { default: Stripe } = await import('stripe');
  const { signature: check, DEFAULT_TOLERANCE } = Stripe.webhooks;
  try {
    if (check?.verifyHeader(raw, signature, secret, DEFAULT_TOLERANCE) === true) return;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
  }
  throw new Problem(401, unsigned);
}

/** Throws Problem 400 for what is no event. */
function paymentIn(raw: Buffer): Payment | null {
  try {
    return readPayment(JSON.parse(raw.toString()));
  } catch (error) {
    if (error instanceof SyntaxError) throw new Problem(400, 'The body is not valid JSON');
    if (error instanceof ZodError) throw new Problem(400, 'The body is no payment event');
    throw error;
  }
}
