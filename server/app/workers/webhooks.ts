import type { Router } from 'express';
import type { Config } from '#server/platform/config/config.ts';
import { emailIntakeRoutes } from '#server/modules/intake/email/routes.ts';
import { createMailIntake, type OnBounce } from '#server/modules/intake/email/take-mail.ts';
import type { Intake } from '#server/modules/intake/pipeline/intake.ts';
import { listingWebhookRoutes } from '#server/modules/intake/webhooks/listing-webhook.ts';
import type { WebhookDeps } from '#server/modules/intake/webhooks/webhook-router.ts';

type WebhookRoutersDeps = WebhookDeps & { config: Pick<Config, 'intakeEmailFrom'> };
type WebhookOptions = {
  intake: Pick<Intake, 'take'>;
  /** The address of the site. */
  url: () => string;
  onBounce: OnBounce;
};

/** The signed webhooks that take listings and e-mails. */
export function createWebhookRouters(deps: WebhookRoutersDeps, { intake, url, onBounce }: WebhookOptions): Router[] {
  const takeMail = createMailIntake({ ...deps, intake, url, onBounce });
  return [listingWebhookRoutes({ ...deps, intake }), emailIntakeRoutes({ ...deps, takeMail })];
}
