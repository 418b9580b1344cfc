import * as z from 'zod';
import { mapPoint } from '#domain/geo/map.contract.ts';
import { cleanForeignText } from '#domain/shared/foreign-text.contract.ts';
import { defineEndpoints } from '#domain/shared/endpoint.contract.ts';
import { mapTypeFlags } from '#domain/listing/property-types.contract.ts';
import { userListingViews } from './contract.ts';
import { defaultMaxPrice, defaultRadiusMiles, deliveryFields, savedFilters, searchFields } from './filters.contract.ts';

/** The search that the filters of the user are: it has no name of its own, and always runs. */
export const firstSearch = { id: '1', name: 'Search 1' } as const;

const maxNameLength = 60;
export const searchName = z
  .string('A search needs a name')
  .overwrite(cleanForeignText)
  .trim()
  .min(1, 'Enter a name for the search')
  .max(maxNameLength, `The name of a search must be at most ${maxNameLength} characters`);
const { maxPrice, mileageRadius, zipCode, ...typeFlags } = searchFields.shape;
const { notificationPreference, weeklySummary } = deliveryFields.shape;
const paused = z.boolean('paused must be true or false');

/** Body of `PATCH /api/searches/{id}`: absent fields keep their value. */
export const searchChanges = z
  .object({ name: searchName, ...searchFields.shape, notificationPreference, weeklySummary, paused })
  .partial();
export type SearchChanges = z.infer<typeof searchChanges>;

/** Body of `POST /api/searches`: absent fields have the defaults of the forms. */
export const newSearch = z.object({
  name: searchName,
  zipCode,
  maxPrice: maxPrice.default(defaultMaxPrice),
  mileageRadius: mileageRadius.default(defaultRadiusMiles),
  ...mapTypeFlags(({ flag }) => typeFlags[flag].default(false)),
  notificationPreference: notificationPreference.default('immediate'),
  weeklySummary: weeklySummary.default(false),
  paused: paused.default(false),
});

/** A search with the id that it keeps. Its radius is any number, as those to choose from may change. */
export const savedSearch = newSearch.extend({ id: z.string(), mileageRadius: z.number() });
export type SavedSearch = z.infer<typeof savedSearch>;
export type Search = Omit<SavedSearch, 'id'>;

/** A row of `GET /api/searches`. Values of the first search that were never saved are null. */
export const searchView = z.object({
  id: z.string(),
  name: z.string(),
  ...savedFilters.omit({ alertMails: true, quietHours: true }).shape,
  paused: z.boolean(),
  /** Of its ZIP; null where the ZIP is missing or unknown. */
  centre: mapPoint.nullable(),
  place: z.string().nullable(),
  /** How many listings of the last 30 days fit. */
  count: z.number(),
  /** When the scout last covered its area (ISO 8601); null before the first time. */
  lastScoutedAt: z.string().nullable(),
});
export type SearchView = z.infer<typeof searchView>;

const ownSearch = { access: 'signed-in', errors: [404, 409], waitsFor: userListingViews } as const;

/** What a member looks for; the first search is changed with `PATCH /api/profile`. */
export const searchEndpoints = defineEndpoints('Searches', {
  listSearches: {
    method: 'get',
    path: '/api/searches',
    access: 'signed-in',
    response: z.array(searchView),
  },
  addSearch: {
    ...ownSearch,
    method: 'post',
    path: '/api/searches',
    status: 201,
    body: newSearch,
    response: searchView,
  },
  changeSearch: {
    ...ownSearch,
    method: 'patch',
    path: '/api/searches/:id',
    body: searchChanges,
    response: searchView,
  },
  removeSearch: { ...ownSearch, method: 'delete', path: '/api/searches/:id', status: 204 },
  /** Undoes the removal of one of the last removed searches. */
  restoreSearch: { ...ownSearch, method: 'post', path: '/api/searches/:id/restore', response: searchView },
});
