import { mapTypeFlags } from '#domain/listing/property-types.contract.ts';
import { defaultMaxPrice, defaultRadiusMiles } from '#domain/user/filters.contract.ts';
import type { SearchView } from '#domain/user/searches.contract.ts';
import { type FilterValues, toFilterValues } from '../filter-values.ts';

/** Settings of the account, which the form of a search neither shows nor sends. */
const accountSettings = { alertMails: true, quietHours: false };

export const getDraftName = (searchId: string) => `search ${searchId}`;

const newSearchValues: FilterValues = {
  ...accountSettings,
  name: '',
  maxPrice: String(defaultMaxPrice),
  mileageRadius: defaultRadiusMiles,
  zipCode: '',
  ...mapTypeFlags(() => false),
  notificationPreference: 'immediate',
  weeklySummary: false,
};

export function toSearchValues(search: SearchView): FilterValues {
  const { name } = search;
  return { ...toFilterValues({ ...search, ...accountSettings }), name };
}

/** What a new search begins with, and the name of its draft. */
export type SearchDraft = { values: FilterValues; draftName: string };

export const newSearchDraft: SearchDraft = { values: newSearchValues, draftName: getDraftName('new') };

const copySuffix = ' copy';
const maxNameLength = 60;

export function toCopyDraft(search: SearchView): SearchDraft {
  const values = toSearchValues(search);
  const name = values.name.slice(0, maxNameLength - copySuffix.length) + copySuffix;
  return { values: { ...values, name }, draftName: getDraftName(`copy of ${search.id}`) };
}
