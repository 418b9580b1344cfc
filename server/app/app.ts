import compression from 'compression';
import express, { type Express, type Router } from 'express';
import type { UserDoc } from '#projections/users.ts';
import { accountRoutes as adminAccountRoutes } from '#server/modules/users/administration/account-routes.ts';
import { importRoutes } from '#server/modules/users/import/routes.ts';
import { keepingAnAdmin } from '#server/modules/users/administration/last-admin.ts';
import { logRoutes } from '#server/modules/workflow-log/log-routes.ts';
import { userRoutes } from '#server/modules/users/administration/user-routes.ts';
import { announcementRoutes } from '#server/modules/announcements/routes.ts';
import type { Context } from './context.ts';
import type { Sender } from '#server/platform/commands/handle.ts';
import { historyRoutes } from '#server/modules/audit/routes.ts';
import { pages } from '#server/platform/http/pages.ts';
import { Problem, problems } from '#server/platform/http/middleware/problem.ts';
import { requestId } from '#server/platform/http/middleware/request-id.ts';
import { type Answered, requestLog } from '#server/platform/http/middleware/request-log.ts';
import { deadLetterRoutes } from '#server/modules/alerts/dead-letters/routes.ts';
import { describeApi, openApi } from '#server/platform/http/openapi/openapi.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import { securityHeaders } from '#server/platform/http/middleware/security-headers.ts';
import { serve } from '#server/platform/http/routing/serve.ts';
import type { WayIn } from '#server/modules/intake/pipeline/way-in.ts';
import { listingEntryRoutes } from '#server/modules/intake/manual-entry/routes.ts';
import { listingRoutes } from '#server/modules/alerts/listings/routes.ts';
import { checkoutRoutes } from '#server/modules/payments/checkout-routes.ts';
import { demoCheckout } from '#server/modules/payments/demo-checkout.ts';
import { paymentRoutes } from '#server/modules/payments/routes.ts';
import { createEraser } from '#server/modules/privacy/deletion.ts';
import { erasureRoutes } from '#server/modules/privacy/erasure-routes.ts';
import { pushRoutes } from '#server/modules/alerts/push/routes.ts';
import { reviewRoutes } from '#server/modules/intake/review/routes.ts';
import { scoutRoutes } from '#server/modules/monitoring/routes.ts';
import { sourceRoutes } from '#server/modules/sources/routes.ts';
import { statusRoutes } from '#server/modules/monitoring/status-routes.ts';
import { timeTravelRoutes } from '#server/modules/audit/point-in-time/routes.ts';
import { createCredentials } from '#server/modules/users/accounts/credentials.ts';
import { createFindUser } from '#server/modules/users/accounts/current-user.ts';
import { forgotRoutes } from '#server/modules/users/accounts/forgot-routes.ts';
import { higherLimitRoutes } from '#server/modules/users/accounts/higher-limit-routes.ts';
import { ownAccountRoutes } from '#server/modules/privacy/own-account-routes.ts';
import { ownData } from '#server/modules/privacy/own-data.ts';
import { profileRoutes } from '#server/modules/users/accounts/profile-routes.ts';
import { sellRoutes } from '#server/modules/intake/owner-offers/routes.ts';
import type { Watched } from '#server/platform/projector/watch.ts';
import { type Person, register } from '#server/modules/users/accounts/registration.ts';
import { accountRoutes } from '#server/modules/users/accounts/routes.ts';
import { visitorRoutes } from '#server/modules/visitors/routes.ts';
import { trackRoutes } from '#server/modules/visitors/track.ts';

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
