import { expect, it } from 'vitest';
import { judgePairs, readPairs, renderPairs } from './pairs.ts';

it('Two postings are recognized as a repost, a price drop or two properties, as their label says', async () => {
  const judgedPairs = await judgePairs(readPairs());
  expect(judgedPairs.length).toBeGreaterThanOrEqual(180);
  expect(judgedPairs.filter(({ pair, outcome }) => pair.expect !== outcome).map(({ pair }) => pair.trap)).toEqual([]);
});

it('The report of the pairs names each pair that is judged wrongly', () => {
  const pair = { expect: 'different' as const, trap: 'next door', first: {}, again: {} };
  expect(renderPairs([{ pair, outcome: 'repost' }])).toContain('different, judged repost: next door');
});
