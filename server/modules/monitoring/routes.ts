import { scoutEndpoints } from '#domain/matching/scout-activity.contract.ts';
import { defaultRadiusMiles } from '#domain/user/contract.ts';
import type { Documents } from '#projections/store/port.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import { isBouncing } from '#server/modules/alerts/index.ts';
import type { ScoutActivityTracker } from '#server/modules/sources/index.ts';
import { loadGazetteer } from '#server/modules/geo/index.ts';
import { overviewEndpoints } from '#domain/overview.contract.ts';
import { sourceEndpoints } from '#domain/source/contract.ts';
import { readOverview } from './overview.ts';
import { type ScoutStatusDeps, readScoutStatus } from './status.ts';

type ScoutRoutesDeps = { scoutActivity: Pick<ScoutActivityTracker, 'lastPassOver'>; documents: Documents };

/** The state of the scout's work as each user sees it. */
export function scoutRoutes({ scoutActivity, documents }: ScoutRoutesDeps): Route[] {
  return [
    route(scoutEndpoints.getScoutActivity, async ({ user }) => {
      const { zipCode, mileageRadius } = user;
      const place = zipCode === null ? null : (await loadGazetteer()).zip(zipCode);
      return {
        lastScoutedAt: await scoutActivity.lastPassOver(
          place && { ...place, radius: mileageRadius ?? defaultRadiusMiles },
        ),
        zipKnown: zipCode === null ? null : place !== null,
        mailReturnedFrom: (await isBouncing(documents, user)) ? user.email : null,
      };
    }),
  ];
}

/** The state of the scout's queues, alarms and second opinion, and the figures of the dashboard, for admins. */
export function statusRoutes(deps: ScoutStatusDeps): Route[] {
  return [
    route(sourceEndpoints.getScoutStatus, () => readScoutStatus(deps)),
    route(overviewEndpoints.getOverview, () => readOverview(deps)),
  ];
}
