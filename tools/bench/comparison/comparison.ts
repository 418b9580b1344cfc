import { type Better, isSane } from '../result.ts';
import { compareRanges, type ValueRange, toRange, type RoundsVerdict } from './verdict.ts';

/** A figure as a bench printed it; an older bench does not state which direction is better. */
export type PrintedFigure = {
  name: string;
  on?: string | undefined;
  value: number | null;
  unit: string;
  better?: Better | undefined;
  reason?: string | undefined;
};
/** The output of one checkout in each round; `failure` where it did not complete them. */
export type Rounds = { printed: PrintedFigure[][]; failure: string | null };

export type Comparison = {
  name: string;
  on: string;
  unit: string;
  current: ValueRange | null;
  baseline: ValueRange | null;
  verdict: RoundsVerdict | 'not measured';
  hasFailedHere: boolean;
  reason?: string;
};

/**
 * Compares by name the figures that both checkouts measured in every round. This checkout defines which direction is
 * better. Where neither measured anything, that is one line under the name of the group.
 */
export function compareRounds(group: string, here: Rounds, there: Rounds): Comparison[] {
  const [ours, theirs] = [groupByFigure(here), groupByFigure(there)];
  const keys = new Set([...ours.keys(), ...theirs.keys()]);
  if (keys.size === 0) keys.add(toKey({ name: group }));
  return [...keys].map((key) => {
    const own = ours.get(key);
    const figure = own?.[0] ?? theirs.get(key)?.[0] ?? { name: group, unit: '' };
    return compareFigure(figure, { figures: own, rounds: here }, { figures: theirs.get(key), rounds: there });
  });
}

/** Whether this checkout is worse, or fails to measure one of its figures. */
export function isWorse({ verdict, hasFailedHere }: Comparison): boolean {
  return verdict === 'worse' || hasFailedHere;
}

type NamedFigure = Pick<PrintedFigure, 'name' | 'on' | 'better'> & { unit: string };
type Side = { figures: PrintedFigure[] | undefined; rounds: Rounds };

function compareFigure({ name, on = '', unit, better = 'lower' }: NamedFigure, ours: Side, theirs: Side): Comparison {
  const [current, baseline] = [findRange(ours), findRange(theirs)];
  const common = { name, on, unit, current, baseline };
  if (current !== null && baseline !== null)
    return { ...common, verdict: compareRanges(current, baseline, better), hasFailedHere: false };
  const reasons = [
    ...(current === null ? [`not measured here: ${findReason(ours)}`] : []),
    ...(baseline === null ? [`not measured there: ${findReason(theirs)}`] : []),
  ];
  const hasFailedHere = current === null && (ours.figures !== undefined || ours.rounds.failure !== null);
  return { ...common, verdict: 'not measured', hasFailedHere, reason: reasons.join('; ') };
}

function toKey({ name, on = '' }: Pick<PrintedFigure, 'name' | 'on'>): string {
  return `${name} ${on}`;
}

function groupByFigure({ printed }: Rounds): Map<string, PrintedFigure[]> {
  return Map.groupBy(printed.flat(), toKey);
}

function findRange({ figures, rounds: { printed, failure } }: Side): ValueRange | null {
  const values = (figures ?? []).flatMap(({ value }) => (value !== null && isSane(value) ? [value] : []));
  const isWhole = failure === null && values.length > 0 && values.length === printed.length;
  return isWhole ? toRange(values) : null;
}

function findReason({ figures, rounds: { failure } }: Side): string {
  const bad = figures?.find(({ value }) => value === null || !isSane(value));
  if (bad !== undefined) return bad.reason ?? `its value was ${String(bad.value)}`;
  if (failure !== null) return failure;
  return figures === undefined ? 'there is no such figure' : 'it was not there in every round';
}
