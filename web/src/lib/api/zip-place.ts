import { queryOptions } from '@tanstack/react-query';
import { offerEndpoints } from '#domain/owner-offer/contract.ts';
import { call } from './api.ts';

export type ZipPlace = { city: string; state: string };
export const noPlace: ZipPlace = { city: '', state: '' };

/** City and state of a ZIP; not asked for while it is incomplete. */
export const zipPlaceQuery = (zipCode: string) =>
  queryOptions({
    queryKey: ['sell-place', zipCode],
    queryFn: ({ signal }) => call(offerEndpoints.getOfferPlace, { query: { zipCode }, signal }),
    enabled: /^\d{5}$/.test(zipCode),
    staleTime: Infinity,
    // Forms work without it.
    retry: false,
  });

/** The place of a ZIP where a field is empty or still has what was filled in before; other fields stay as typed. */
export function fillPlace(typed: ZipPlace, filled: ZipPlace, place: ZipPlace): ZipPlace {
  const fill = (name: keyof ZipPlace) => (typed[name] === filled[name] ? place[name] : typed[name]);
  return { city: fill('city'), state: fill('state') };
}
