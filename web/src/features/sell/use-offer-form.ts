import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { offerForm, offerPaths, offerTaken } from '#domain/owner-offer/contract.ts';
import { useAction } from '#web/lib/hooks/action.ts';
import { get, sendFor } from '#web/lib/api/api.ts';
import { blankOffer, fieldNamed, type OfferFields, offerRules } from './offer-fields.ts';

const queryKey = ['sell-form'];

/** The form, and what became of it: `refusal` is what the server said against it, `thanks` its answer once it took it. */
export function useOfferForm() {
  const queryClient = useQueryClient();
  const [thanks, setThanks] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  // Each form that is opened gets a token of its own.
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => get(offerPaths.sell, offerForm, signal),
    refetchOnMount: 'always',
    gcTime: 0,
  });
  const form = useForm<OfferFields>({ resolver: offerRules, defaultValues: blankOffer });
  const action = useAction({
    send: (fields: OfferFields) => sendFor(offerTaken, 'POST', offerPaths.sell, { ...fields, token: data?.token }),
    done: ({ message }) => {
      form.reset(blankOffer);
      setThanks(message);
      return queryClient.resetQueries({ queryKey });
    },
    failed: ({ message }) => {
      const text = message.replace(/^\d+: /, '');
      const field = fieldNamed(text);
      if (field) form.setError(field, { message: text }, { shouldFocus: true });
      else setRefusal(text);
    },
    failure: 'Offer not sent',
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
