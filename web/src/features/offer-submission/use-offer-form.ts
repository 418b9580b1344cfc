import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { getErrorText } from '#web/lib/api/api.ts';
import { blankOffer, findOfferField, type OfferFields, offerResolver } from './offer-fields.ts';
import { offerFormQuery, sendOffer } from './queries.ts';

/** The form and its result: `refusal` is the server's error message, `thanks` its confirmation. */
export function useOfferForm() {
  const [thanks, setThanks] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { data } = useQuery(offerFormQuery);
  const form = useForm<OfferFields>({ resolver: offerResolver, defaultValues: blankOffer });
  const action = useUserAction(sendOffer, {
    onSuccess: ({ message }) => {
      form.reset(blankOffer);
      setThanks(message);
    },
    onError: (error) => {
      const text = getErrorText(error);
      const field = findOfferField(text);
      if (field) form.setError(field, { message: text }, { shouldFocus: true });
      else setRefusal(text);
    },
    errorTitle: 'Offer not sent',
  });
  const submit = form.handleSubmit(
    (fields) => {
      setRefusal(null);
      action.start({ ...fields, token: data?.token });
    },
    () => setRefusal(null),
  );
  return { form, submit, pending: action.pending, refusal, thanks, startAnew: () => setThanks(null) };
}
