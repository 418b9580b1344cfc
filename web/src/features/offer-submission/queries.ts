import { queryOptions } from '@tanstack/react-query';
import { offerEndpoints, type OfferReceipt } from '#domain/owner-offer/contract.ts';
import { call } from '#web/lib/api/api.ts';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';
import type { OfferFields } from './offer-fields.ts';

/** Each opened form gets its own token. */
export const offerFormQuery = queryOptions({
  queryKey: ['sell-form'],
  queryFn: ({ signal }) => call(offerEndpoints.getOfferForm, { signal }),
  refetchOnMount: 'always',
  gcTime: 0,
});

type SubmittedOffer = OfferFields & { token: string | undefined; pictures: string[] };

export const sendOffer: Mutation<SubmittedOffer, OfferReceipt> = {
  send: (body) => call(offerEndpoints.submitOffer, { body }),
  update: (queryClient) => queryClient.resetQueries({ queryKey: offerFormQuery.queryKey }),
};
