import type { LabeledPair } from './pairs.ts';

export type PairScore = { precision: number; recall: number };

export function computeScore(pairs: LabeledPair[], isRepost: (pair: LabeledPair) => boolean): PairScore {
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
