import { milesBetween } from '#domain/geo/distance.ts';
import { contradict, likenessOf } from '#domain/deduplication/likeness.ts';
import type { LabelledPair } from './pairs.ts';
import type { Rival } from './rivals.ts';

export type Score = { precision: number; recall: number };

export function scoreOf(pairs: LabelledPair[], isRepost: (pair: LabelledPair) => boolean): Score {
  let right = 0;
  let wrong = 0;
  let missed = 0;
  for (const pair of pairs) {
    const said = isRepost(pair);
    right += Number(said && pair.isSame);
    wrong += Number(said && !pair.isSame);
    missed += Number(!said && pair.isSame);
  }
  return { precision: right / (right + wrong), recall: right / (right + missed) };
}

/** What the rulings ask for besides the text: a mile, and a fifth of the price. */
const isNear = ({ first, again }: LabelledPair) =>
  milesBetween(first, again) <= 1 && Math.abs(again.price - first.price) * 5 <= first.price;

/** Whether addresses and numbers leave it open that the two are one. */
function isOpen({ first, again }: LabelledPair): boolean {
  const [a, b] = [likenessOf(first), likenessOf(again)];
  const isElsewhere =
    a.addresses.length > 0 && b.addresses.length > 0 && !a.addresses.some((one) => b.addresses.includes(one));
  return !isElsewhere && !contradict(a.numbers, b.numbers);
}

const f1 = ({ precision, recall }: Score) =>
  precision + recall > 0 ? (2 * precision * recall) / (precision + recall) : 0;

/** A rival at the least share that serves it best on `tuning`, scored on `held`. */
export function scoreOfRival<Kept>(
  rival: Rival<Kept>,
  sets: { tuning: LabelledPair[]; held: LabelledPair[] },
  isGuarded: boolean,
): Score & { least: number } {
  const shares = (pairs: LabelledPair[]) =>
    new Map(
      pairs.map((pair) => [
        pair,
        isNear(pair) && (!isGuarded || isOpen(pair)) ? rival.share(rival.keep(pair.first), rival.keep(pair.again)) : -1,
      ]),
    );
  const tuning = shares(sets.tuning);
  const at = (from: Map<LabelledPair, number>, least: number) =>
    scoreOf([...from.keys()], (pair) => (from.get(pair) ?? -1) >= least);
  const tried = Array.from({ length: 19 }, (_, n) => (n + 1) / 20);
  const least = tried.reduce((best, one) => (f1(at(tuning, one)) > f1(at(tuning, best)) ? one : best));
  return { ...at(shares(sets.held), least), least };
}
