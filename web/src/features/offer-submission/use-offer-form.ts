import { useQuery } from '@tanstack/react-query';
import { useState, useEffect, useRef } from 'react';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import type { OfferReceipt } from '#domain/owner-offer/contract.ts';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { getErrorText } from '#web/lib/api/api.ts';
import { isBlankOffer, readOfferDraft, storeOfferDraft } from './offer-draft.ts';
import { blankOffer, findOfferField, type OfferFields, offerResolver } from './offer-fields.ts';
import { offerFormQuery, sendOffer } from './queries.ts';
import { fillPlace, noPlace, zipPlaceQuery } from '#web/lib/api/zip-place.ts';
import { usePictureUploads } from './use-picture-uploads.ts';

const stillSending = 'Your pictures are still being sent. Wait a moment, or remove them.';

/** The form and its result: `refusal` is the server's error message, `receipt` its confirmation. */
export function useOfferForm() {
  const [receipt, setReceipt] = useState<OfferReceipt | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { data } = useQuery(offerFormQuery);
  const form = useForm<OfferFields>({ resolver: offerResolver, defaultValues: readOfferDraft() ?? blankOffer });
  const isDraft = useKeptDraft(form);
  const pictures = usePictureUploads();
  usePlaceOfZip(form);
  const action = useUserAction(sendOffer, {
    onSuccess: (answer) => {
      form.reset(blankOffer);
      pictures.clear();
      setReceipt(answer);
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
      setRefusal(pictures.isSending ? stillSending : null);
      if (!pictures.isSending) action.start({ ...fields, pictures: pictures.ids, token: data?.token });
    },
    () => setRefusal(null),
  );
  const discard = () => {
    form.reset(blankOffer);
    pictures.clear();
    setRefusal(null);
  };
  const offerAnother = () => setReceipt(null);
  return { form, pictures, submit, pending: action.pending, refusal, receipt, offerAnother, isDraft, discard };
}

/** Keeps what was typed in this browser until it is sent or discarded; tells whether there is anything. */
function useKeptDraft({ control }: UseFormReturn<OfferFields>): boolean {
  const fields = useWatch({ control, compute: (current: OfferFields) => current });
  useEffect(() => storeOfferDraft(fields), [fields]);
  return !isBlankOffer(fields);
}

/** Fills in city and state of the typed ZIP, unless the owner has typed others; another ZIP takes them out again. */
function usePlaceOfZip({ control, getValues, setValue }: UseFormReturn<OfferFields>): void {
  const zipCode = useWatch({ control, name: 'zipCode' }).trim();
  const { data } = useQuery(zipPlaceQuery(zipCode));
  const filled = useRef(noPlace);
  useEffect(() => {
    const place = data ?? noPlace;
    const { city, state } = fillPlace(getValues(), filled.current, place);
    setValue('city', city);
    setValue('state', state);
    filled.current = place;
  }, [zipCode, data, getValues, setValue]);
}
