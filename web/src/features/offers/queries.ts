import { queryOptions } from '@tanstack/react-query';
import { offerPaths, ownerOfferView } from '#domain/owner-offer/contract.ts';
import { get } from '#web/lib/api/api.ts';

export const offerQuery = (id: string) =>
  queryOptions({
    queryKey: ['offer', id],
    queryFn: ({ signal }) => get(offerPaths.offer(encodeURIComponent(id)), ownerOfferView, signal),
    // The owner's contact details are not cached after the page is closed.
    gcTime: 0,
  });
