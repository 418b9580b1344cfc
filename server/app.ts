import compression from 'compression';
import express, { type Express, type Router } from 'express';
import type { UserDoc } from '#projections/users.ts';
import { accountRoutes as adminAccountRoutes } from './admin/account-routes.ts';
import { importRoutes } from './admin/import/routes.ts';
import { keepingAnAdmin } from './admin/last-admin.ts';
import { logRoutes } from './admin/log-routes.ts';
import { userRoutes } from './admin/user-routes.ts';
import { announcementRoutes } from './announcements/routes.ts';
import type { Context } from './context.ts';
import type { Sender } from './handle.ts';
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
import { createEraser } from './privacy/deletion.ts';
import { erasureRoutes } from './privacy/erasure-routes.ts';
import { pushRoutes } from './push/routes.ts';
import { reviewRoutes } from './review/routes.ts';
import { scoutRoutes } from './scout/routes.ts';
import { sourceRoutes } from './scout/sources/routes.ts';
import { statusRoutes } from './scout/sources/status-routes.ts';
import { timeTravelRoutes } from './time-travel/routes.ts';
import { createCredentials } from './users/credentials.ts';
import { createFindUser } from './users/current-user.ts';
import { forgotRoutes } from './users/forgot-routes.ts';
import { higherLimitRoutes } from './users/higher-limit-routes.ts';
import { ownAccountRoutes } from './users/own-account-routes.ts';
import { ownData } from './users/own-data.ts';
import { profileRoutes } from './users/profile-routes.ts';
import { sellRoutes } from './sell/routes.ts';
import type { Watched } from './projector/watch.ts';
import { type Person, register } from './users/registration.ts';
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

/** What routes of users and of their privacy share, bound once. */
function bindAccounts(context: Context) {
  const findUser = createFindUser(context);
  const keepAnAdmin = keepingAnAdmin({ ...context, findUser });
  return {
    findUser,
    keepAnAdmin,
    credentials: createCredentials(context),
    register: (person: Person, sender: Sender) => register(context, person, sender),
    eraseUser: createEraser({ ...context, keepAnAdmin }),
    ownData: (user: UserDoc) => ownData(context, user),
  };
}

/** Every endpoint of the API that a person's browser calls. */
export function apiRoutes(context: Context, wayIn: WayIn): Route[] {
  const deps = { ...context, ...bindAccounts(context) };
  const routes = [
    ...accountRoutes(deps),
    ...profileRoutes(deps),
    ...ownAccountRoutes(deps),
    ...forgotRoutes(context),
    ...higherLimitRoutes(deps),
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
    // A path that is written out comes before the one of any user.
    ...importRoutes(deps),
    ...userRoutes(deps),
    ...adminAccountRoutes(deps),
    ...erasureRoutes(deps),
    ...logRoutes(context),
    ...timeTravelRoutes(context),
    ...historyRoutes(context),
  ];
  let description: ReturnType<typeof describeApi> | undefined;
  return [...routes, route(openApi, () => Promise.resolve((description ??= describeApi([...routes, openApi]))))];
}

/** The whole HTTP side: every request meets these in this order. */
export function createApp({ context, wayIn, views, health, intake, mailLinks, answered }: Parts): Express {
  const { config, log } = context;
  const gate = { ...context, findUser: createFindUser(context) };
  const app = begun(context, answered);
  // Whoever ends TLS in front need not say so on each request: the site's own address does.
  if (config.publicUrl?.startsWith('https:')) Object.defineProperty(app.request, 'secure', { value: true });
  app.use(
    serve(apiRoutes(context, wayIn), gate, views),
    intake,
    mailLinks,
    paymentRoutes(context),
    health,
    demoCheckout(gate),
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
