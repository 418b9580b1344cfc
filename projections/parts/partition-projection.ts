import { getPartName } from './part-name.ts';
import type { AnyProjection } from '../projection.ts';

/**
 * A view as several, each of which has the documents of its own subjects: they can be kept by different processes. Part
 * `n` of `member-listings` is the view `member-listings#n`. `partOf` is the part of a document.
 */
export function partitionProjection(
  projection: AnyProjection,
  { count, partOf }: { count: number; partOf: (id: string) => number },
): AnyProjection[] {
  const idsOf = projection.idsOf as (event: object) => string[]; // it is given what it handles
  const split = new WeakMap<object, Map<number, string[]>>();
  /** All parts are given the same events, so that one split does for all. */
  const splitIds = (event: object): Map<number, string[]> => {
    const known = split.get(event) ?? Map.groupBy(idsOf(event), partOf);
    split.set(event, known);
    return known;
  };
  return Array.from({ length: count }, (_, part) => ({
    ...projection,
    view: getPartName(projection.view, part),
    idsOf: (event: never) => splitIds(event).get(part) ?? [],
  }));
}
