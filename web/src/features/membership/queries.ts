import { queryOptions } from '@tanstack/react-query';
import { scoutEndpoints } from '#domain/matching/scout-activity.contract.ts';
import { paymentEndpoints } from '#domain/subscription/checkout.contract.ts';
import { call } from '#web/lib/api/api.ts';

const scoutingKey = 'scouting';
/** Those of all areas. */
export const scoutingQueries = { queryKey: [scoutingKey] };

/** When the scout last covered the user's area, and whether it knows the saved ZIP. */
export const scoutingQuery = (zipCode: string) =>
  queryOptions({
    queryKey: [scoutingKey, zipCode],
    queryFn: ({ signal }) => call(scoutEndpoints.getScoutActivity, { signal }),
  });

export const checkoutQuery = queryOptions({
  queryKey: ['checkout'],
  queryFn: ({ signal }) => call(paymentEndpoints.getCheckout, { signal }),
});
