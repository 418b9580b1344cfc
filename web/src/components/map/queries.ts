import { queryOptions } from '@tanstack/react-query';
import { mapEndpoints } from '#domain/geo/map.contract.ts';
import type { UserView } from '#domain/user/contract.ts';
import { call } from '#web/lib/api/api.ts';

/** The tiles, and the area of the user's saved filters. */
export const mapSettingsQuery = (user: Pick<UserView, 'zipCode' | 'mileageRadius'> | null) =>
  queryOptions({
    queryKey: ['map', user?.zipCode, user?.mileageRadius],
    queryFn: ({ signal }) => call(mapEndpoints.getMapSettings, { signal }),
    placeholderData: (before) => before,
  });
