import { expect, it } from 'vitest';
import { judgeApart, judgeHere, prepareJudging } from './judge.ts';

const texts = [
  { title: 'Inherited 3 bedroom house, must sell as-is', details: '', price: 45_000 },
  { title: 'Vacant land, 2 acres', details: 'Owner financing', price: 9_000 },
  { title: 'Lawn mower', details: '', price: 100 },
];

it('Listings get the same verdicts in a thread that compiles its patterns as here, in their order', async () => {
  prepareJudging();
  const [here, apart, reversed] = await Promise.all([
    judgeHere(texts),
    judgeApart(texts),
    judgeApart(texts.toReversed()),
  ]);
  expect(here.map(({ verdict }) => verdict)).toEqual(['match', 'match', 'reject']);
  expect(apart).toEqual(here);
  expect(reversed).toEqual(here.toReversed());
});
