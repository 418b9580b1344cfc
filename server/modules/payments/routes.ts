import type { RequestHandler } from 'express';
import { ZodError } from 'zod';
import { paymentEndpoints } from '#domain/subscription/checkout.contract.ts';
import type { Config } from '#server/platform/config/config.ts';
import { assertSameSite } from '#server/platform/http/routing/authorize.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { createRawBodyReader } from '#server/platform/http/routing/body/raw-body.ts';
import { type MachineRoute, machineRoute } from '#server/platform/http/routing/route.ts';
import { type PaymentDeps, createPaymentHandler } from './payment-handler.ts';
import { type Payment, parsePaymentEvent } from './stripe-events.ts';

const readRawBody = createRawBodyReader(1_000_000);
const invalidSignatureMessage = 'The signature of this delivery is missing, wrong or older than 5 minutes';

type PaymentWebhookDeps = PaymentDeps & { config: Pick<Config, 'paymentWebhookSecret' | 'publicUrl'> };

/** The signed webhook by which the payment provider reports payments; without PAYMENT_WEBHOOK_SECRET there is none. */
export function paymentRoutes(deps: PaymentWebhookDeps): MachineRoute[] {
  const secret = deps.config.paymentWebhookSecret;
  return secret === null ? [] : [machineRoute(paymentEndpoints.receivePayment, createWebhookHandler(secret, deps))];
}

function createWebhookHandler(secret: string, deps: PaymentWebhookDeps): RequestHandler {
  const handlePayment = createPaymentHandler(deps);
  return async (request, response) => {
    const signature = request.get('stripe-signature') ?? '';
    if (signature === '') throw new HttpError(401, invalidSignatureMessage);
    const raw = await readRawBody(request, response);
    await assertSignature(raw, signature, secret);
    assertSameSite(request, deps.config);
    const payment = parsePaymentBody(raw);
    if (payment !== null) await handlePayment(payment);
    response.json({ received: true });
  };
}

async function assertSignature(raw: Buffer, signature: string, secret: string): Promise<void> {
  const { default: Stripe } = await import('stripe');
  const { signature: check, DEFAULT_TOLERANCE } = Stripe.webhooks;
  try {
    if (check?.verifyHeader(raw, signature, secret, DEFAULT_TOLERANCE) === true) return;
  } catch {
    // The library throws errors of many kinds for headers of other shapes.
  }
  throw new HttpError(401, invalidSignatureMessage);
}

/** Throws HttpError 400 if the body is not an event. */
function parsePaymentBody(raw: Buffer): Payment | null {
  try {
    return parsePaymentEvent(JSON.parse(raw.toString()));
  } catch (error) {
    if (error instanceof SyntaxError) throw new HttpError(400, 'The body is not valid JSON');
    if (error instanceof ZodError)
      throw new HttpError(400, 'The body is no payment event: it must be an event of Stripe');
    throw error;
  }
}
