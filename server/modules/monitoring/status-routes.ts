import { sourceEndpoints } from '#domain/source/contract.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import { type ScoutStatusDeps, readScoutStatus } from './status.ts';

/** The state of the scout's queues, alarms and second opinion, for admins. */
export function statusRoutes(deps: ScoutStatusDeps): Route[] {
  return [route(sourceEndpoints.getScoutStatus, () => readScoutStatus(deps))];
}
