import { type CountUnreadable, emailIntakeRoutes } from '#server/modules/intake/email/routes.ts';
import { createMailIntake, type OnBounce } from '#server/modules/intake/email/take-mail.ts';
import { paymentRoutes } from '#server/modules/payments/routes.ts';
import type { DryRunDeps } from '#server/modules/sources/dry-run.ts';
import { readFeeds, reservedIds } from '#server/modules/sources/feed-config/config.ts';
import type { MachineRoute } from '#server/platform/http/routing/route.ts';
import type { Intake } from '#server/modules/intake/pipeline/intake.ts';
import { listingWebhookRoutes, type WebhookDeps } from '#server/modules/intake/webhooks/listing-webhook.ts';

type WebhookRoutesDeps = WebhookDeps & Parameters<typeof paymentRoutes>[0] & { config: DryRunDeps['config'] };
type WebhookOptions = {
  intake: Pick<Intake, 'take'>;
  /** The address of the site. */
  url: () => string;
  onBounce: OnBounce;
  countUnreadable: CountUnreadable;
};

/** The signed webhooks that take listings, emails and payments. */
export function createWebhookRoutes(deps: WebhookRoutesDeps, options: WebhookOptions): MachineRoute[] {
  const takeMail = createMailIntake({ ...deps, ...options });
  const feeds = deps.config.feeds === null ? [] : readFeeds(deps.config.feeds);
  const reservedSources = new Set([...reservedIds, ...feeds.map(({ id }) => id)]);
  return [
    ...listingWebhookRoutes({ ...deps, intake: options.intake, reservedSources }),
    ...emailIntakeRoutes({ ...deps, takeMail, countUnreadable: options.countUnreadable }),
    ...paymentRoutes(deps),
  ];
}
