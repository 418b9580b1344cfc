import type { UserDoc } from '#projections/users.ts';
import { deadLetterRoutes } from '#server/modules/alerts/dead-letters/routes.ts';
import { listingRoutes } from '#server/modules/alerts/listings/routes.ts';
import { pushRoutes } from '#server/modules/alerts/push/routes.ts';
import { announcementRoutes } from '#server/modules/announcements/routes.ts';
import { timeTravelRoutes } from '#server/modules/audit/point-in-time/routes.ts';
import { historyRoutes } from '#server/modules/audit/routes.ts';
import { listingEntryRoutes } from '#server/modules/intake/manual-entry/routes.ts';
import { sellRoutes } from '#server/modules/intake/owner-offers/routes.ts';
import type { WayIn } from '#server/modules/intake/pipeline/way-in.ts';
import { reviewRoutes } from '#server/modules/intake/review/routes.ts';
import { scoutRoutes } from '#server/modules/monitoring/routes.ts';
import { statusRoutes } from '#server/modules/monitoring/status-routes.ts';
import { checkoutRoutes } from '#server/modules/payments/checkout-routes.ts';
import { createEraser } from '#server/modules/privacy/deletion.ts';
import { erasureRoutes } from '#server/modules/privacy/erasure-routes.ts';
import { ownAccountRoutes } from '#server/modules/privacy/own-account-routes.ts';
import { ownData } from '#server/modules/privacy/own-data.ts';
import { sourceRoutes } from '#server/modules/sources/routes.ts';
import { createCredentials } from '#server/modules/users/accounts/credentials.ts';
import { createFindUser } from '#server/modules/users/accounts/current-user.ts';
import { forgotRoutes } from '#server/modules/users/accounts/forgot-routes.ts';
import { higherLimitRoutes } from '#server/modules/users/accounts/higher-limit-routes.ts';
import { profileRoutes } from '#server/modules/users/accounts/profile-routes.ts';
import { type Person, register } from '#server/modules/users/accounts/registration.ts';
import { accountRoutes } from '#server/modules/users/accounts/routes.ts';
import { accountRoutes as adminAccountRoutes } from '#server/modules/users/administration/account-routes.ts';
import { keepingAnAdmin } from '#server/modules/users/administration/last-admin.ts';
import { userRoutes } from '#server/modules/users/administration/user-routes.ts';
import { importRoutes } from '#server/modules/users/import/routes.ts';
import { visitorRoutes } from '#server/modules/visitors/routes.ts';
import { trackRoutes } from '#server/modules/visitors/track.ts';
import { logRoutes } from '#server/modules/workflow-log/log-routes.ts';
import type { Sender } from '#server/platform/commands/handle.ts';
import { describeApi, openApi } from '#server/platform/http/openapi/openapi.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import type { Services } from './services.ts';

/** Every endpoint of the API that a browser calls. */
export function apiRoutes(services: Services, wayIn: WayIn): Route[] {
  const accounts = bindAccounts(services);
  const routes = [
    ...usersOwnRoutes(services, accounts),
    ...siteRoutes(services),
    ...listingsRoutes(services, wayIn),
    ...administrationRoutes(services, accounts),
    ...auditRoutes(services),
  ];
  let description: ReturnType<typeof describeApi> | undefined;
  return [...routes, route(openApi, () => Promise.resolve((description ??= describeApi([...routes, openApi]))))];
}

type Accounts = ReturnType<typeof bindAccounts>;

/** What the routes of users and of their privacy share, bound once. */
function bindAccounts({ platform, http, users, intake, alerts, audit, privacy }: Services) {
  const findUser = createFindUser(platform);
  const keepAnAdmin = keepingAnAdmin({ ...platform, ...users, findUser });
  const registration = { ...platform, ...users, ...privacy };
  const exported = { ...platform, ...intake, ...alerts, ...audit };
  return {
    findUser,
    keepAnAdmin,
    credentials: createCredentials({ ...platform, ...http, ...users }),
    register: (person: Person, sender: Sender) => register(registration, person, sender),
    eraseUser: createEraser({ ...platform, ...privacy, keepAnAdmin }),
    ownData: (user: UserDoc) => ownData(exported, user),
  };
}

/** What users do with their own account. */
function usersOwnRoutes({ platform, http, users }: Services, accounts: Accounts): Route[] {
  const deps = { ...platform, ...http, ...users, ...accounts };
  return [
    ...accountRoutes(deps),
    ...profileRoutes(deps),
    ...ownAccountRoutes(deps),
    ...forgotRoutes(deps),
    ...higherLimitRoutes(deps),
  ];
}

function siteRoutes({ platform, http }: Services): Route[] {
  const deps = { ...platform, ...http };
  return [...announcementRoutes(deps), ...trackRoutes(deps), ...visitorRoutes(deps)];
}

/** How listings come in, are judged and reach members. */
function listingsRoutes({ platform, http, users, intake, alerts }: Services, wayIn: WayIn): Route[] {
  const deps = { ...platform, ...http, ...users, ...intake, ...alerts };
  return [
    ...listingRoutes(deps),
    ...scoutRoutes(deps),
    ...statusRoutes(deps),
    ...sourceRoutes(deps, wayIn),
    ...deadLetterRoutes(deps),
    ...reviewRoutes(deps, wayIn),
    ...sellRoutes({ ...deps, isPaused: intake.sources.pauses.isPaused }, wayIn),
    ...checkoutRoutes(deps),
    ...pushRoutes(deps),
    ...listingEntryRoutes(deps, wayIn),
  ];
}

/** What admins do with users and with the workflow log. */
function administrationRoutes({ platform, http, users, privacy }: Services, accounts: Accounts): Route[] {
  const deps = { ...platform, ...http, ...users, ...privacy, ...accounts };
  return [
    // Its path is written out, so it comes before those of any user.
    ...importRoutes(deps),
    ...userRoutes(deps),
    ...adminAccountRoutes(deps),
    ...erasureRoutes(deps),
    ...logRoutes(deps),
  ];
}

function auditRoutes({ platform, users, alerts, audit, privacy }: Services): Route[] {
  const deps = { ...platform, ...users, ...alerts, ...audit, ...privacy };
  return [...timeTravelRoutes(deps), ...historyRoutes(deps)];
}
