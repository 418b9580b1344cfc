import { expect, it } from 'vitest';
import { createWeightTable, type Weights } from '#domain/classification/model.ts';
import builtIn from '#domain/classification/training/weights.json' with { type: 'json' };
import { createJudgeApart, createJudgeHere, prepareJudging } from './judge.ts';

const texts = [
  { title: 'Inherited 3 bedroom house, must sell as-is', details: '', price: 45_000 },
  { title: 'Vacant land, 2 acres', details: 'Owner financing', price: 9_000 },
  { title: 'Lawn mower', details: '', price: 100 },
];

it('Listings get the same verdicts in a thread that compiles its patterns as here, in their order', async () => {
  prepareJudging(null);
  const judgeApart = createJudgeApart(null);
  const [here, apart, reversed] = await Promise.all([
    createJudgeHere()(texts),
    judgeApart(texts),
    judgeApart(texts.toReversed()),
  ]);
  expect(here.map(({ verdict }) => verdict)).toEqual(['match', 'match', 'reject']);
  expect(apart).toEqual(here);
  expect(reversed).toEqual(here.toReversed());
});

it('Listings are judged by other weights in a thread as here', async () => {
  // What speaks for a house speaks for raw land, and the other way around.
  const swap = ([house = 0, mobile = 0, land = 0, ...rest]: number[]) => [land, mobile, house, ...rest];
  const weights: Weights = Object.fromEntries(Object.entries(builtIn).map(([name, values]) => [name, swap(values)]));
  const [here, apart] = await Promise.all([
    createJudgeHere(createWeightTable(weights))(texts),
    createJudgeApart(weights)(texts),
  ]);
  expect(apart).toEqual(here);
  expect(here).not.toEqual(await createJudgeHere()(texts));
});
