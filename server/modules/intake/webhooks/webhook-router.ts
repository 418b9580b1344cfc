import { type RequestHandler, Router } from 'express';
import type { Documents } from '#projections/store/port.ts';
import type { Config } from '#server/platform/config/config.ts';
import { methodNotAllowed } from '#server/platform/http/routing/api-router.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { ProjectionWaitDeps } from '../pipeline/wait-for-projections.ts';

/** What every signed webhook needs. */
export type WebhookDeps = ProjectionWaitDeps & {
  config: Pick<Config, 'intakeSecret' | 'publicUrl'>;
  documents: Documents;
  clock: Clock;
};

/** A router for the POST of one signed path; without INTAKE_SECRET the path does not exist. */
export function createWebhookRouter(
  path: string,
  { intakeSecret }: WebhookDeps['config'],
  createHandler: (secret: string) => RequestHandler,
): Router {
  const router = Router();
  if (intakeSecret === null) return router;
  router
    .route(path)
    .post(createHandler(intakeSecret))
    .all(methodNotAllowed([{ method: 'post' }]));
  return router;
}
