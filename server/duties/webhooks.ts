import type { Router } from 'express';
import type { Config } from '../config.ts';
import { emailIntakeRoutes } from '../intake/email/routes.ts';
import { mailTaker, type OnBounce } from '../intake/email/take-mail.ts';
import type { Intake } from '../intake/intake.ts';
import { intakeRoutes } from '../intake/routes.ts';
import type { WebhookDeps } from '../intake/webhook.ts';

type WebhookRoutersDeps = Omit<WebhookDeps, 'admit'> & { config: Pick<Config, 'intakeSecret' | 'intakeEmailFrom'> };
type WebhookParts = {
  admit: WebhookDeps['admit'];
  intake: Pick<Intake, 'take'>;
  /** The address of the site. */
  url: () => string;
  onBounce: OnBounce;
};

/** The signed webhooks that take listings and e-mails. */
export function webhookRouters(deps: WebhookRoutersDeps, { admit, intake, url, onBounce }: WebhookParts): Router[] {
  const takeMail = mailTaker({ ...deps, intake, url, onBounce });
  return [intakeRoutes({ ...deps, admit, intake }), emailIntakeRoutes({ ...deps, admit, takeMail })];
}
