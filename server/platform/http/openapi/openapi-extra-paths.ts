import * as z from 'zod';
import { manualEntryBody } from '#domain/listing/manual-entry.contract.ts';
import { intakeBody, intakeResult, listingPaths, webhookHeaders } from '#domain/listing/contract.ts';
import { paymentsPath } from '#domain/subscription/checkout.contract.ts';
import { describeErrors } from './openapi-errors.ts';
import { toJsonContent } from './openapi-schema.ts';

const textResponse = (description: string) => ({
  description,
  content: { 'text/plain': { schema: { type: 'string' } } },
});
const headerParameter = (name: string) => ({ name, in: 'header', required: true, schema: { type: 'string' } });
const webhookParameters = webhookHeaders.map((name) => headerParameter(name));

/** The signed webhooks; each is there only where its secret is set. */
const describeWebhooks = () => {
  const listings = z.array(manualEntryBody).max(500);
  const signed = { description: 'Signed as Standard Webhooks says, by INTAKE_SECRET; 404 without one.' };
  const answers = (refused: number[]) => ({
    202: { description: 'What became of it, all on disk', content: toJsonContent(intakeResult, 'output') },
    ...describeErrors([400, 401, 403, 404, 409, 413, 415, 503, ...refused]),
  });
  return {
    [listingPaths.intake]: {
      post: {
        ...signed,
        parameters: webhookParameters,
        requestBody: { required: true, content: toJsonContent(intakeBody.extend({ listings }), 'input') },
        responses: answers([]),
      },
    },
    [listingPaths.intakeEmail]: {
      post: {
        ...signed,
        parameters: webhookParameters,
        requestBody: { required: true, content: { 'message/rfc822': { schema: { type: 'string' } } } },
        responses: answers([]),
      },
    },
    [paymentsPath]: {
      post: {
        description: 'Events of Stripe, signed by PAYMENT_WEBHOOK_SECRET; 404 without one.',
        parameters: [headerParameter('stripe-signature')],
        requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
        responses: {
          200: { description: 'Taken', content: toJsonContent(z.object({ received: z.literal(true) }), 'output') },
          ...describeErrors([400, 401, 403, 404, 413, 503]),
        },
      },
    },
  };
};

const operationPaths = {
  '/healthz': { get: { description: 'Whether the process lives.', responses: { 200: textResponse('It does') } } },
  '/readyz': {
    get: {
      description: 'Whether the stores answer and the views are current.',
      responses: { 200: textResponse('They are'), ...describeErrors([503]) },
    },
  },
  '/metrics': {
    get: {
      description: 'Metrics for Prometheus: for this machine, or with METRICS_TOKEN.',
      security: [{}, { metrics: [] }],
      responses: { 200: textResponse('The metrics'), ...describeErrors([401]) },
    },
  },
};

/** Paths for machines that are not in the table of routes. */
export const describeExtraPaths = (): Record<string, Record<string, object>> => ({
  ...describeWebhooks(),
  ...operationPaths,
});
