import { queryOptions } from '@tanstack/react-query';
import { offerEndpoints } from '#domain/owner-offer/contract.ts';
import { call } from '#web/lib/api/api.ts';

export const offerQuery = (id: string) =>
  queryOptions({
    queryKey: ['offer', id],
    queryFn: ({ signal }) => call(offerEndpoints.getOffer, { params: { id }, signal }),
    // The owner's contact details are not cached after the page is closed.
    gcTime: 0,
  });
