import * as z from 'zod';
import { defineEndpoints } from '#domain/shared/endpoint.contract.ts';
import { knownPrice } from '#domain/shared/money.contract.ts';
import { textParameter } from '#domain/shared/query.contract.ts';
import { explanationReason } from './own-match-explanation.contract.ts';

const createRequiredText = (name: string, most: number) =>
  z
    .string(`${name} is required`)
    .trim()
    .min(1, `${name} is required`)
    .max(most, `${name} must be at most ${most} characters`);

/** Query of `GET /api/admin/why`; `then` is the moment at which the listing was matched. */
export const matchExplanationRequest = z.object({
  listing: createRequiredText('listing', 200),
  user: createRequiredText('user', 254),
  as_of: z.enum(['now', 'then'], "as_of must be 'now' or 'then'").default('now'),
});
export type MatchExplanationRequest = z.infer<typeof matchExplanationRequest>;

/** A search of the user: `matches` says whether its own criteria hold. */
const searchExplanation = z.object({
  id: z.string(),
  name: z.string(),
  paused: z.boolean(),
  matches: z.boolean(),
  criteria: z.array(explanationReason),
});

export const matchExplanation = z.object({
  asOf: z.enum(['now', 'then']),
  /** The moment that the criteria refer to, ISO 8601. */
  at: z.string(),
  listing: z.object({ id: z.string(), title: z.string(), ...knownPrice.shape }),
  user: z.object({ id: z.string(), email: z.string() }),
  /** What really happened with the alert, independent of the requested moment. */
  outcome: z.enum(['sent', 'waiting', 'withheld', 'not sent']),
  /** ISO 8601; null unless sent. */
  sentAt: z.string().nullable(),
  /** Whether all criteria hold. */
  matches: z.boolean(),
  /** One sentence for people. */
  summary: z.string(),
  /** Those that all searches share, and those of the nearest search. */
  criteria: z.array(explanationReason),
  /** All searches of the user, the nearest first: the fewest of its criteria fail. */
  searches: z.array(searchExplanation),
});
export type MatchExplanation = z.infer<typeof matchExplanation>;

/** Answer of `GET /api/admin/why/listings?q=`: at most 20, newest first, found as in `GET /api/admin/listings`. */
export const chosenListing = z.object({
  id: z.string(),
  title: z.string(),
  ...knownPrice.shape,
  place: z.string(),
  /** ISO 8601. */
  foundAt: z.string(),
});
export type ChosenListing = z.infer<typeof chosenListing>;

/** For admins: why a user received a listing, or why not. */
export const matchExplanationEndpoints = defineEndpoints('Listings', {
  explainMatch: {
    method: 'get',
    path: '/api/admin/why',
    access: 'admin',
    query: matchExplanationRequest,
    response: matchExplanation,
    errors: [404],
  },
  suggestListings: {
    method: 'get',
    path: '/api/admin/why/listings',
    access: 'admin',
    query: z.object({ q: textParameter('q', 2000).default('') }),
    response: z.array(chosenListing),
  },
});
