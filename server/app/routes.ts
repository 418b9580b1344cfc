import type { UserDoc } from '#projections/users.ts';
import { deadLetterRoutes } from '#server/modules/alerts/dead-letters/routes.ts';
import { listingRoutes } from '#server/modules/alerts/listings/routes.ts';
import { memberListingRoutes } from '#server/modules/alerts/member-listings/routes.ts';
import { channelRoutes } from '#server/modules/alerts/member-channels/routes.ts';
import { pushRoutes } from '#server/modules/alerts/push/routes.ts';
import { announcementRoutes } from '#server/modules/announcements/routes.ts';
import { pointInTimeRoutes } from '#server/modules/audit/point-in-time/routes.ts';
import { historyRoutes } from '#server/modules/audit/routes.ts';
import { mapRoutes } from '#server/modules/geo/map-routes.ts';
import { manualEntryRoutes } from '#server/modules/intake/manual-entry/routes.ts';
import { ownerOfferRoutes } from '#server/modules/intake/owner-offers/routes.ts';
import type { IntakeDeps } from '#server/modules/intake/pipeline/deps.ts';
import { rowReportRoutes } from '#server/modules/intake/row-reports/routes.ts';
import { reviewRoutes } from '#server/modules/intake/review/routes.ts';
import { scoutRoutes } from '#server/modules/monitoring/routes.ts';
import { statusRoutes } from '#server/modules/monitoring/status-routes.ts';
import { pictureRoutes } from '#server/modules/pictures/routes.ts';
import { checkoutRoutes } from '#server/modules/payments/checkout-routes.ts';
import { createUserEraser } from '#server/modules/privacy/erase-user.ts';
import { erasureRoutes } from '#server/modules/privacy/erasure-routes.ts';
import { accountDataRoutes } from '#server/modules/privacy/account-routes.ts';
import { buildDataExport } from '#server/modules/privacy/data-export.ts';
import { sourceRoutes } from '#server/modules/sources/routes.ts';
import { createCredentials } from '#server/modules/users/accounts/credentials.ts';
import { createFindUser } from '#server/modules/users/accounts/current-user.ts';
import { forgotPasswordRoutes } from '#server/modules/users/accounts/forgot-password-routes.ts';
import { profileRoutes } from '#server/modules/users/accounts/profile-routes.ts';
import { type NewUser, register } from '#server/modules/users/accounts/registration.ts';
import { accountRoutes } from '#server/modules/users/accounts/routes.ts';
import { adminAccountRoutes } from '#server/modules/users/administration/account-routes.ts';
import { createEnsureOneFullAdmin } from '#server/modules/users/administration/last-admin.ts';
import { userRoutes } from '#server/modules/users/administration/user-routes.ts';
import { importRoutes } from '#server/modules/users/import/routes.ts';
import { visitorRoutes } from '#server/modules/visitors/routes.ts';
import { trackRoutes } from '#server/modules/visitors/track-routes.ts';
import { workflowLogRoutes } from '#server/modules/workflow-log/log-routes.ts';
import type { CommandMetadata } from '#server/platform/commands/command-handler.ts';
import type { Endpoint } from '#domain/shared/endpoint.contract.ts';
import { intakeEndpoints } from '#domain/listing/contract.ts';
import { paymentEndpoints } from '#domain/subscription/checkout.contract.ts';
import { healthEndpoints } from '#server/platform/http/health.contract.ts';
import { describeApi, openApiEndpoints } from '#server/platform/http/openapi/openapi.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import type { Services } from './services.ts';

/** Every endpoint of the API that a browser calls. */
export function createApiRoutes(services: Services, intakeDeps: IntakeDeps): Route[] {
  const accounts = bindAccounts(services);
  const routes = [
    ...usersOwnRoutes(services, accounts),
    ...siteRoutes(services),
    ...listingsRoutes(services, intakeDeps),
    ...administrationRoutes(services, accounts),
    ...auditRoutes(services),
  ];
  // A webhook is described where its secret is not set too.
  const machineEndpoints = [intakeEndpoints, paymentEndpoints, healthEndpoints, openApiEndpoints].flatMap((group) =>
    Object.values<Endpoint>(group),
  );
  let description: ReturnType<typeof describeApi> | undefined;
  return [
    ...routes,
    route(
      openApiEndpoints.getApiDescription,
      () => (description ??= describeApi([...routes, ...machineEndpoints], services.http.sessions.cookieName)),
    ),
  ];
}

type Accounts = ReturnType<typeof bindAccounts>;

/** The dependencies of the routes of users and of their privacy, bound once. */
function bindAccounts({ platform, http, users, privacy }: Services) {
  const findUser = createFindUser(platform);
  const ensureOneFullAdmin = createEnsureOneFullAdmin(platform);
  const registration = { ...platform, ...users, ...privacy };
  return {
    findUser,
    ensureOneFullAdmin,
    credentials: createCredentials({ ...platform, ...http, ...users }),
    register: (person: NewUser, sender: CommandMetadata) => register(registration, person, sender),
    eraseUser: createUserEraser({ ...platform, ...privacy, ensureOneFullAdmin }),
    ownData: (user: UserDoc) => buildDataExport(privacy.personalData, platform.clock, user),
  };
}

/** What users do with their own account. */
function usersOwnRoutes({ platform, http, users }: Services, accounts: Accounts): Route[] {
  const deps = { ...platform, ...http, ...users, ...accounts };
  return [...accountRoutes(deps), ...profileRoutes(deps), ...accountDataRoutes(deps), ...forgotPasswordRoutes(deps)];
}

function siteRoutes({ platform, http, intake }: Services): Route[] {
  const deps = { ...platform, ...http, ...intake };
  return [...announcementRoutes(deps), ...trackRoutes(deps), ...visitorRoutes(deps)];
}

/** How listings are imported, classified and matched to members. */
function listingsRoutes({ platform, http, users, intake, alerts }: Services, intakeDeps: IntakeDeps): Route[] {
  const deps = { ...platform, ...http, ...users, ...intake, ...alerts };
  return [
    ...listingRoutes(deps),
    ...memberListingRoutes(deps),
    ...pictureRoutes(deps),
    ...mapRoutes(deps),
    ...scoutRoutes(deps),
    ...statusRoutes(deps),
    ...sourceRoutes(deps, intakeDeps),
    ...deadLetterRoutes(deps),
    ...reviewRoutes(deps, intakeDeps),
    ...rowReportRoutes(deps, intakeDeps),
    ...ownerOfferRoutes({ ...deps, isPaused: intake.sources.pauses.isPaused }, intakeDeps),
    ...checkoutRoutes(deps),
    ...pushRoutes(deps),
    ...channelRoutes(deps),
    ...manualEntryRoutes(deps, intakeDeps),
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
    ...workflowLogRoutes(deps),
  ];
}

function auditRoutes({ platform, users, alerts, audit, privacy }: Services): Route[] {
  const deps = { ...platform, ...users, ...alerts, ...audit, ...privacy };
  return [...pointInTimeRoutes(deps), ...historyRoutes(deps)];
}
