import compression from 'compression';
import express, { type Express, type Router } from 'express';
import { adminRoutes } from './admin/routes.ts';
import { announcementRoutes } from './announcements/routes.ts';
import type { Context } from './context.ts';
import { historyRoutes } from './history/routes.ts';
import { pages } from './http/pages.ts';
import { Problem, problems } from './http/problem.ts';
import { requestId } from './http/request-id.ts';
import { type Answered, requestLog } from './http/request-log.ts';
import { deadLetterRoutes } from './dead-letters/routes.ts';
import { describeApi, openApi } from './http/openapi.ts';
import { type Route, route } from './http/route.ts';
import { securityHeaders } from './http/security-headers.ts';
import { serve } from './http/serve.ts';
import type { WayIn } from './intake/way-in.ts';
import { listingEntryRoutes } from './listing-entry/routes.ts';
import { listingRoutes } from './listings/routes.ts';
import { checkoutRoutes } from './payments/checkout-routes.ts';
import { demoCheckout } from './payments/demo-checkout.ts';
import { paymentRoutes } from './payments/routes.ts';
import { pushRoutes } from './push/routes.ts';
import { reviewRoutes } from './review/routes.ts';
import { scoutRoutes } from './scout/routes.ts';
import { sourceRoutes } from './scout/sources/routes.ts';
import { statusRoutes } from './scout/sources/status-routes.ts';
import { timeTravelRoutes } from './time-travel/routes.ts';
import { forgotRoutes } from './users/forgot-routes.ts';
import { higherLimitRoutes } from './users/higher-limit-routes.ts';
import { ownAccountRoutes } from './users/own-account-routes.ts';
import { profileRoutes } from './users/profile-routes.ts';
import { sellRoutes } from './sell/routes.ts';
import type { Watched } from './projector/watch.ts';
import { accountRoutes } from './users/routes.ts';
import { visitorRoutes } from './visitors/routes.ts';
import { trackRoutes } from './visitors/track.ts';

type Parts = {
  context: Context;
  wayIn: WayIn;
  /** How far they have come. */
  views: Pick<Watched, 'position' | 'stamp'>;
  /** Routers beside the table of routes. */
  health: Router;
  intake: Router[];
  mailLinks: Router;
  answered: (answered: Answered) => void;
};

/** Every endpoint of the API that a person's browser calls. */
export function apiRoutes(context: Context, wayIn: WayIn): Route[] {
  const routes = [
    ...accountRoutes(context),
    ...profileRoutes(context),
    ...ownAccountRoutes(context),
    ...forgotRoutes(context),
    ...higherLimitRoutes(context),
    ...announcementRoutes(context),
    ...trackRoutes(context),
    ...visitorRoutes(context),
    ...listingRoutes(context),
    ...scoutRoutes(context),
    ...statusRoutes(context),
    ...sourceRoutes(context, wayIn),
    ...deadLetterRoutes(context),
    ...reviewRoutes(context, wayIn),
    ...sellRoutes({ ...context, isPaused: context.sources.pauses.isPaused }, wayIn),
    ...checkoutRoutes(context),
    ...pushRoutes(context),
    ...listingEntryRoutes(context, wayIn),
    ...adminRoutes(context),
    ...timeTravelRoutes(context),
    ...historyRoutes(context),
  ];
  let description: ReturnType<typeof describeApi> | undefined;
  return [...routes, route(openApi, () => Promise.resolve((description ??= describeApi([...routes, openApi]))))];
}

/** The whole HTTP side: every request meets these in this order. */
export function createApp({ context, wayIn, views, health, intake, mailLinks, answered }: Parts): Express {
  const { config, log } = context;
  const app = begun(context, answered);
  // Whoever ends TLS in front need not say so on each request: the site's own address does.
  if (config.publicUrl?.startsWith('https:')) Object.defineProperty(app.request, 'secure', { value: true });
  app.use(
    serve(apiRoutes(context, wayIn), context, views),
    intake,
    mailLinks,
    paymentRoutes(context),
    health,
    demoCheckout(context),
  );
  app.use('/api', () => {
    throw new Problem(404, 'No such address in the API');
  });
  app.use(compression(), pages());
  app.use(problems(log));
  return app;
}

/** What a process answers that serves nobody but its operators. */
export function createBareApp({ context, health, answered }: Pick<Parts, 'context' | 'health' | 'answered'>): Express {
  const app = begun(context, answered);
  app.use(health, () => {
    throw new Problem(404, 'This process serves no pages');
  });
  app.use(problems(context.log));
  return app;
}

function begun({ config, log }: Context, answered: Parts['answered']): Express {
  const app = express();
  app.disable('x-powered-by').set('etag', false).set('trust proxy', config.trustProxy);
  app.use(requestId, requestLog(log, answered), securityHeaders(config.publicUrl));
  return app;
}
