import * as z from 'zod';

export const scoutingPath = '/api/scouting';

/**
 * `GET /api/scouting`: when the scout last passed over the user's area (ISO 8601; null before the first pass), whether
 * the saved ZIP is one that it knows (null where none is saved), and the user's address where mail to it came back for
 * good, so that no alert is mailed there.
 */
export const scouting = z.object({
  lastScoutedAt: z.string().nullable(),
  zipKnown: z.boolean().nullable(),
  mailReturnedFrom: z.string().nullable(),
});
export type Scouting = z.infer<typeof scouting>;

/**
 * What the socket sends to everybody as `scouted`: a pass over these states (two letters) and perhaps over places of
 * others, or over all of them (null).
 */
export const scouted = z.object({ at: z.string(), states: z.array(z.string()).nullable() });
export type Scouted = z.infer<typeof scouted>;

/** The sentence for a ZIP that is no place the scout knows. */
export function unknownZip(zipCode: string): string {
  return `ZIP code ${zipCode} is not known. Check it, or use one nearby.`;
}

const minute = 60_000;
const phrases = [
  [2 * minute, 'just now'],
  [30 * minute, 'a short while ago'],
  [360 * minute, 'recently'],
] as const;
const longAgo = 'not long ago';

export type LastScouted = (typeof phrases)[number][1] | typeof longAgo;

/** How 'Last scouted your area' goes on, by the age of the last pass. Times in ms since 1970; null is no pass yet. */
export function lastScouted(at: number | null, now: number): LastScouted {
  const age = at === null ? Number.POSITIVE_INFINITY : now - at;
  return phrases.find(([below]) => age < below)?.[1] ?? longAgo;
}
