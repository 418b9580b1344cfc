import * as z from 'zod';
import { entryBody } from '#domain/listing/entry.contract.ts';
import { intakeBody, intakeResult, listingPaths } from '#domain/listing/contract.ts';
import { paymentsPath } from '#domain/user/checkout.contract.ts';
import { refusalsOf } from './openapi-refusals.ts';
import { jsonContent } from './openapi-schema.ts';

const text = (description: string) => ({ description, content: { 'text/plain': { schema: { type: 'string' } } } });
const header = (name: string) => ({ name, in: 'header', required: true, schema: { type: 'string' } });
const standardWebhook = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => header(name));

/** The signed webhooks; each is there only where its secret is set. */
const intake = () => {
  const listings = z.array(entryBody).max(500);
  const signed = { description: 'Signed as Standard Webhooks says, by INTAKE_SECRET; 404 without one.' };
  const answers = (refused: number[]) => ({
    202: { description: 'What became of it, all on disk', content: jsonContent(intakeResult, 'output') },
    ...refusalsOf([400, 401, 403, 404, 409, 413, 415, 503, ...refused]),
  });
  return {
    [listingPaths.intake]: {
      post: {
        ...signed,
        parameters: standardWebhook,
        requestBody: { required: true, content: jsonContent(intakeBody.extend({ listings }), 'input') },
        responses: answers([]),
      },
    },
    [listingPaths.intakeEmail]: {
      post: {
        ...signed,
        parameters: standardWebhook,
        requestBody: { required: true, content: { 'message/rfc822': { schema: { type: 'string' } } } },
        responses: answers([]),
      },
    },
    [paymentsPath]: {
      post: {
        description: 'Events of Stripe, signed by PAYMENT_WEBHOOK_SECRET; 404 without one.',
        parameters: [header('stripe-signature')],
        requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
        responses: {
          200: { description: 'Taken', content: jsonContent(z.object({ received: z.literal(true) }), 'output') },
          ...refusalsOf([400, 401, 403, 404, 413, 503]),
        },
      },
    },
  };
};

const operations = {
  '/healthz': { get: { description: 'Whether the process lives.', responses: { 200: text('It does') } } },
  '/readyz': {
    get: {
      description: 'Whether the stores answer and the views are current.',
      responses: { 200: text('They are'), ...refusalsOf([503]) },
    },
  },
  '/metrics': {
    get: {
      description: 'Metrics for Prometheus: for this machine, or with METRICS_TOKEN.',
      security: [{}, { metrics: [] }],
      responses: { 200: text('The metrics'), ...refusalsOf([401]) },
    },
  },
};

/** Paths that machines call, which are not in the table of routes. */
export const besideTable = (): Record<string, Record<string, object>> => ({ ...intake(), ...operations });
