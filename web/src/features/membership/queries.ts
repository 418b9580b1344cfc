import { queryOptions } from '@tanstack/react-query';
import { scoutActivity, scoutActivityPath } from '#domain/matching/scout-activity.contract.ts';
import { checkout, checkoutPath } from '#domain/subscription/checkout.contract.ts';
import { get } from '#web/lib/api/api.ts';

const scoutingKey = 'scouting';
/** Those of all areas. */
export const scoutingQueries = { queryKey: [scoutingKey] };

/** When the scout last covered the user's area, and whether it knows the saved ZIP. */
export const scoutingQuery = (zipCode: string) =>
  queryOptions({
    queryKey: [scoutingKey, zipCode],
    queryFn: ({ signal }) => get(scoutActivityPath, scoutActivity, signal),
  });

export const checkoutQuery = queryOptions({
  queryKey: ['checkout'],
  queryFn: ({ signal }) => get(checkoutPath, checkout, signal),
});
