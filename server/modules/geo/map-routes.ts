import { mapEndpoints, type MapSettings } from '#domain/geo/map.contract.ts';
import { defaultRadiusMiles } from '#domain/user/filters.contract.ts';
import type { UserDoc } from '#projections/users.ts';
import type { Config } from '#server/platform/config/config.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import { loadGazetteer } from './gazetteer.ts';

export function mapRoutes({ config }: { config: Pick<Config, 'map'> }): Route[] {
  return [
    route(mapEndpoints.getMapSettings, async ({ user }) => ({
      tiles: config.map?.tiles ?? null,
      area: await findArea(user),
    })),
  ];
}

async function findArea({ zipCode, mileageRadius }: UserDoc): Promise<MapSettings['area']> {
  const centre = zipCode === null ? null : (await loadGazetteer()).zip(zipCode);
  if (zipCode === null || centre === null) return null;
  const { latitude, longitude } = centre;
  return { latitude, longitude, miles: mileageRadius ?? defaultRadiusMiles, zipCode };
}
