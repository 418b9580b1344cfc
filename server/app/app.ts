import compression from 'compression';
import express, { type Express, type Router } from 'express';
import type { WayIn } from '#server/modules/intake/pipeline/way-in.ts';
import { demoCheckout } from '#server/modules/payments/demo-checkout.ts';
import { paymentRoutes } from '#server/modules/payments/routes.ts';
import { createFindUser } from '#server/modules/users/accounts/current-user.ts';
import { Problem, problems } from '#server/platform/http/middleware/problem.ts';
import { requestId } from '#server/platform/http/middleware/request-id.ts';
import { type Answered, requestLog } from '#server/platform/http/middleware/request-log.ts';
import { securityHeaders } from '#server/platform/http/middleware/security-headers.ts';
import { pages } from '#server/platform/http/pages.ts';
import { serve } from '#server/platform/http/routing/serve.ts';
import type { Watched } from '#server/platform/projector/watch.ts';
import type { Platform } from './platform.ts';
import { apiRoutes } from './routes.ts';
import type { Services } from './services.ts';

type AppParts = {
  services: Services;
  wayIn: WayIn;
  /** How far the views have come. */
  views: Pick<Watched, 'position' | 'stamp'>;
  /** Routers beside the table of routes. */
  health: Router;
  intake: Router[];
  mailLinks: Router;
  answered: (answered: Answered) => void;
};

/** The whole HTTP side: every request meets these in this order. */
export function createApp({ services, wayIn, views, health, intake, mailLinks, answered }: AppParts): Express {
  const { platform, http } = services;
  const gate = { ...platform, ...http, findUser: createFindUser(platform) };
  const app = createBaseApp(platform, answered);
  // A proxy that ends TLS need not say so on each request: PUBLIC_URL does.
  if (platform.config.publicUrl?.startsWith('https:')) Object.defineProperty(app.request, 'secure', { value: true });
  app.use(
    serve(apiRoutes(services, wayIn), gate, views),
    intake,
    mailLinks,
    paymentRoutes(platform),
    health,
    demoCheckout(gate),
  );
  app.use('/api', () => {
    throw new Problem(404, 'No such address in the API');
  });
  app.use(compression(), pages());
  app.use(problems(platform.log));
  return app;
}

type BareAppParts = { platform: Platform } & Pick<AppParts, 'health' | 'answered'>;

/** The app of a process that serves no pages: only what its operators ask. */
export function createBareApp({ platform, health, answered }: BareAppParts): Express {
  const app = createBaseApp(platform, answered);
  app.use(health, () => {
    throw new Problem(404, 'This process serves no pages');
  });
  app.use(problems(platform.log));
  return app;
}

function createBaseApp({ config, log }: Platform, answered: AppParts['answered']): Express {
  const app = express();
  app.disable('x-powered-by').set('etag', false).set('trust proxy', config.trustProxy);
  app.use(requestId, requestLog(log, answered), securityHeaders(config.publicUrl));
  return app;
}
