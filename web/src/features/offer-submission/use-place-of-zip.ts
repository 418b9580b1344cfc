import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import type { OfferFields } from './offer-fields.ts';
import { zipPlaceQuery } from './queries.ts';

const noPlace = { city: '', state: '' };

/** Fills in city and state of the typed ZIP, unless the owner has typed others; another ZIP takes them out again. */
export function usePlaceOfZip({ control, getValues, setValue }: UseFormReturn<OfferFields>): void {
  const zipCode = useWatch({ control, name: 'zipCode' }).trim();
  const { data } = useQuery(zipPlaceQuery(zipCode));
  const filled = useRef(noPlace);
  useEffect(() => {
    const place = data ?? noPlace;
    for (const name of ['city', 'state'] as const) {
      if (getValues(name) === filled.current[name]) setValue(name, place[name]);
    }
    filled.current = place;
  }, [zipCode, data, getValues, setValue]);
}
