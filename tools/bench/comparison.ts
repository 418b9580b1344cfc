import { type Better, isSane } from './figure.ts';
import { judgeRounds, type Range, rangeOf, type Verdict } from './verdict.ts';

/** A figure as a bench printed it, perhaps an older one: that says nothing of what is better. */
export type PrintedFigure = {
  name: string;
  on?: string | undefined;
  value: number | null;
  unit: string;
  better?: Better | undefined;
  reason?: string | undefined;
};
/** What one checkout printed in each round; `failure` where it did not get through them. */
export type Rounds = { printed: PrintedFigure[][]; failure: string | null };

export type Comparison = {
  name: string;
  on: string;
  unit: string;
  here: Range | null;
  there: Range | null;
  verdict: Verdict | 'not measured';
  hasFailedHere: boolean;
  reason?: string;
};

/**
 * Compares by name what both checkouts measured in every round. What is better is said by this one. Where neither
 * measured anything, that is one line under the name of the group.
 */
export function compareRounds(group: string, here: Rounds, there: Rounds): Comparison[] {
  const [ours, theirs] = [byFigure(here), byFigure(there)];
  const keys = new Set([...ours.keys(), ...theirs.keys()]);
  if (keys.size === 0) keys.add(keyOf({ name: group }));
  return [...keys].map((key) => {
    const own = ours.get(key);
    const figure = own?.[0] ?? theirs.get(key)?.[0] ?? { name: group, unit: '' };
    return compareFigure(figure, { figures: own, rounds: here }, { figures: theirs.get(key), rounds: there });
  });
}

/** Whether this checkout is worse, or fails to measure a figure that it has. */
export function isWorse({ verdict, hasFailedHere }: Comparison): boolean {
  return verdict === 'worse' || hasFailedHere;
}

type Named = Pick<PrintedFigure, 'name' | 'on' | 'better'> & { unit: string };
type Side = { figures: PrintedFigure[] | undefined; rounds: Rounds };

function compareFigure({ name, on = '', unit, better = 'lower' }: Named, ours: Side, theirs: Side): Comparison {
  const [here, there] = [rangeIn(ours), rangeIn(theirs)];
  const told = { name, on, unit, here, there };
  if (here !== null && there !== null)
    return { ...told, verdict: judgeRounds(here, there, better), hasFailedHere: false };
  const reasons = [
    ...(here === null ? [`not measured here: ${reasonOf(ours)}`] : []),
    ...(there === null ? [`not measured there: ${reasonOf(theirs)}`] : []),
  ];
  const hasFailedHere = here === null && (ours.figures !== undefined || ours.rounds.failure !== null);
  return { ...told, verdict: 'not measured', hasFailedHere, reason: reasons.join('; ') };
}

function keyOf({ name, on = '' }: Pick<PrintedFigure, 'name' | 'on'>): string {
  return `${name} ${on}`;
}

function byFigure({ printed }: Rounds): Map<string, PrintedFigure[]> {
  return Map.groupBy(printed.flat(), keyOf);
}

function rangeIn({ figures, rounds: { printed, failure } }: Side): Range | null {
  const values = (figures ?? []).flatMap(({ value }) => (value !== null && isSane(value) ? [value] : []));
  const isWhole = failure === null && values.length > 0 && values.length === printed.length;
  return isWhole ? rangeOf(values) : null;
}

function reasonOf({ figures, rounds: { failure } }: Side): string {
  const bad = figures?.find(({ value }) => value === null || !isSane(value));
  if (bad !== undefined) return bad.reason ?? `its value was ${String(bad.value)}`;
  if (failure !== null) return failure;
  return figures === undefined ? 'there is no such figure' : 'it was not there in every round';
}
