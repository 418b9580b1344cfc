import type { RequestHandler } from 'express';
import { withDefaultState } from '#domain/listing/default-state.ts';
import { intakeBody, intakeEndpoints } from '#domain/listing/contract.ts';
import { assertSameSite } from '#server/platform/http/routing/authorize.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { parseInput } from '#server/platform/http/routing/body/parse-input.ts';
import { getRequestId } from '#server/platform/http/middleware/request-id.ts';
import { type MachineRoute, machineRoute } from '#server/platform/http/routing/route.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { createIdempotentHandler } from './webhook-idempotency.ts';
import type { Intake } from '../pipeline/intake.ts';
import { parseJsonBody, verifyWebhook } from './verify-webhook.ts';
import type { Config } from '#server/platform/config/config.ts';

/** What every signed webhook needs. */
export type WebhookDeps = Pick<Platform, 'documents' | 'clock' | 'waitForHead'> & {
  config: Pick<Config, 'intakeSecret' | 'publicUrl'>;
};
type ListingWebhookDeps = WebhookDeps & {
  intake: Pick<Intake, 'take'>;
  /** Whether a source delivers by other ways. */
  isReservedSource: (source: string) => Promise<boolean>;
};

/** The signed webhook that takes listings; without INTAKE_SECRET there is none. */
export function listingWebhookRoutes(deps: ListingWebhookDeps): MachineRoute[] {
  const { intakeSecret } = deps.config;
  return intakeSecret === null
    ? []
    : [machineRoute(intakeEndpoints.receiveListings, createWebhookHandler(intakeSecret, deps))];
}

function createWebhookHandler(secret: string, deps: ListingWebhookDeps): RequestHandler {
  const answerOnce = createIdempotentHandler(deps.documents, deps.clock);
  return async (request, response) => {
    const delivery = await verifyWebhook({ secret, clock: deps.clock }, request, response);
    assertSameSite(request, deps.config);
    const { source, state, listings } = parseInput(intakeBody, parseJsonBody(delivery));
    if (await deps.isReservedSource(source)) throw new HttpError(400, `source ${source} is the name of another source`);
    const sender = {
      actor: `intake:${source}`,
      commandId: `webhook:${delivery.id}`,
      requestId: getRequestId(response),
      channel: 'webhook',
    } as const;
    const items = listings.map((item) => withDefaultState(item, state));
    const { answer } = await answerOnce(delivery.id, () => deps.intake.take(source, items, sender));
    await deps.waitForHead();
    response.status(202).json(answer);
  };
}
