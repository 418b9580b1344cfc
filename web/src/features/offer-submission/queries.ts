import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod';
import { offerForm, offerPaths, offerReceipt } from '#domain/owner-offer/contract.ts';
import { get, sendAndParse } from '#web/lib/api/api.ts';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';
import type { OfferFields } from './offer-fields.ts';

/** Each opened form gets its own token. */
export const offerFormQuery = queryOptions({
  queryKey: ['sell-form'],
  queryFn: ({ signal }) => get(offerPaths.sell, offerForm, signal),
  refetchOnMount: 'always',
  gcTime: 0,
});

type SubmittedOffer = OfferFields & { token: string | undefined };

export const sendOffer: Mutation<SubmittedOffer, z.infer<typeof offerReceipt>> = {
  send: (offer) => sendAndParse(offerReceipt, 'POST', offerPaths.sell, offer),
  update: (queryClient) => queryClient.resetQueries({ queryKey: offerFormQuery.queryKey }),
};
