import type { LabeledPair } from './pairs.ts';

export type PairScore = { precision: number; recall: number };

export function computeScore(pairs: LabeledPair[], isRepost: (pair: LabeledPair) => boolean): PairScore {
  let right = 0;
  let wrong = 0;
  let missed = 0;
  for (const pair of pairs) {
    const isJudgedRepost = isRepost(pair);
    right += Number(isJudgedRepost && pair.isSame);
    wrong += Number(isJudgedRepost && !pair.isSame);
    missed += Number(!isJudgedRepost && pair.isSame);
  }
  return { precision: right / (right + wrong), recall: right / (right + missed) };
}
