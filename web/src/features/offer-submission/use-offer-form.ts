import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { offerForm, offerPaths, offerReceipt } from '#domain/owner-offer/contract.ts';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { get, sendAndParse } from '#web/lib/api/api.ts';
import { blankOffer, findOfferField, type OfferFields, offerResolver } from './offer-fields.ts';

const queryKey = ['sell-form'];

/** The form and its result: `refusal` is the server's error message, `thanks` its confirmation. */
export function useOfferForm() {
  const queryClient = useQueryClient();
  const [thanks, setThanks] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  // Each opened form gets its own token.
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => get(offerPaths.sell, offerForm, signal),
    refetchOnMount: 'always',
    gcTime: 0,
  });
  const form = useForm<OfferFields>({ resolver: offerResolver, defaultValues: blankOffer });
  const action = useUserAction({
    send: (fields: OfferFields) =>
      sendAndParse(offerReceipt, 'POST', offerPaths.sell, { ...fields, token: data?.token }),
    onSuccess: ({ message }) => {
      form.reset(blankOffer);
      setThanks(message);
      return queryClient.resetQueries({ queryKey });
    },
    onError: ({ message }) => {
      const text = message.replace(/^\d+: /, '');
      const field = findOfferField(text);
      if (field) form.setError(field, { message: text }, { shouldFocus: true });
      else setRefusal(text);
    },
    errorTitle: 'Offer not sent',
  });
  const submit = form.handleSubmit(
    (fields) => {
      setRefusal(null);
      action.start(fields);
    },
    () => setRefusal(null),
  );
  return { form, submit, pending: action.pending, refusal, thanks, startAnew: () => setThanks(null) };
}
