import * as z from 'zod';
import { defineEndpoints } from '#domain/shared/endpoint.contract.ts';

/**
 * `GET /api/scouting`: when the scout last covered the user's area (ISO 8601; null before the first time), whether the
 * saved ZIP is known (null where none is saved), and the user's address where mail to it bounced permanently, so that
 * no alert is mailed to it.
 */
export const scoutActivity = z.object({
  lastScoutedAt: z.string().nullable(),
  zipKnown: z.boolean().nullable(),
  mailReturnedFrom: z.string().nullable(),
});
export type ScoutActivity = z.infer<typeof scoutActivity>;

export const scoutEndpoints = defineEndpoints('Listings', {
  getScoutActivity: { method: 'get', path: '/api/scouting', access: 'signed-in', response: scoutActivity },
});

/**
 * The message that the socket sends to all users as `scouted`: a pass over these states (two letters) and perhaps over
 * places of others, or over all of them (null).
 */
export const scoutPassMessage = z.object({ at: z.string(), states: z.array(z.string()).nullable() });
export type ScoutPassMessage = z.infer<typeof scoutPassMessage>;

/** The message for an unknown ZIP. */
export function describeUnknownZip(zipCode: string): string {
  return `ZIP code ${zipCode} is not known. Check it, or use one nearby.`;
}

const minuteMs = 60_000;
const phrases = [
  [2 * minuteMs, 'just now'],
  [30 * minuteMs, 'a short while ago'],
  [360 * minuteMs, 'recently'],
] as const;
const longAgoPhrase = 'not long ago';

export type LastScoutedPhrase = (typeof phrases)[number][1] | typeof longAgoPhrase;

/**
 * The rest of 'Last scouted your area', by the age of the last pass. Times in ms since 1970; null before the first
 * pass.
 */
export function describeLastScouted(at: number | null, now: number): LastScoutedPhrase {
  const age = at === null ? Number.POSITIVE_INFINITY : now - at;
  return phrases.find(([below]) => age < below)?.[1] ?? longAgoPhrase;
}
