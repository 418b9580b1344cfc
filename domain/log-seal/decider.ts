import type { Decider } from '#domain/shared/decider.ts';
import type { SealEvent } from './events.ts';

/** In days: more than the clocks of two processes differ by around midnight. */
const maxDaysAhead = 5;

export type Seal = SealEvent['data'];
/** A seal with the root of a Merkle tree; those of earlier programs have none. */
export type RootedSeal = Seal & { treeSize: number; root: string };
export type SealCommand = { type: 'Seal'; data: Seal };

/** The last seal: its day in UTC, '' before the first, and how many events it covers. */
export type SealState = { day: string; ordinal: number };

/**
 * At most one seal a day, and none where the last seal itself is the only new event. A seal that was dated in the future by
 * a wrong clock delays none.
 */
export const seals: Decider<SealCommand, SealEvent, SealState> = {
  decide: ({ data }, state) => (isSealDue(state, data) ? [{ type: 'LogSealed', data }] : []),
  evolve: (_state, { data: { at, ordinal } }) => ({ day: toSealDay(at), ordinal }),
  initialState: { day: '', ordinal: 0 },
};

/** Whether to seal the log at `ordinal` at that time. */
export function isSealDue({ day, ordinal: sealed }: SealState, { at, ordinal }: Pick<Seal, 'at' | 'ordinal'>): boolean {
  const least = sealed === 0 ? 1 : sealed + 2;
  return (toSealDay(at) > day || isFarBefore(at, day)) && ordinal >= least;
}

function isFarBefore(at: string, day: string): boolean {
  return countDays(day) - countDays(at) > maxDaysAhead;
}

/** Grows with each day, by a few more at the end of some months. */
function countDays(at: string): number {
  const [year = 0, month = 0, day = 0] = toSealDay(at).split('-').map(Number);
  return (year * 12 + month) * 31 + day;
}

export function toSealDay(at: string): string {
  return at.slice(0, 10);
}

export function hasRoot(seal: Seal): seal is RootedSeal {
  return seal.root !== undefined && seal.treeSize !== undefined;
}

/** The signed text: the fields of a seal sorted by name, as in RFC 8785; those that it lacks are left out. */
export function serializeSeal(seal: Omit<Seal, 'signature'>): string {
  const { at, hash, keyId, ordinal, position, root, treeSize } = seal;
  return JSON.stringify({ at, hash, keyId, ordinal, position, root, treeSize });
}
