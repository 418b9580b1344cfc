import { expect, it } from 'vitest';
import { judgePairs, readPairs, renderPairs } from './pairs.ts';

it('Two postings are recognized as a repost, a price drop or two properties, as their label says', async () => {
  const judged = await judgePairs(readPairs());
  expect(judged.length).toBeGreaterThanOrEqual(80);
  expect(judged.filter(({ pair, found }) => pair.expect !== found).map(({ pair }) => pair.trap)).toEqual([]);
});

it('The report of the pairs names each pair that is judged wrongly', () => {
  const pair = { expect: 'different' as const, trap: 'next door', first: {}, again: {} };
  expect(renderPairs([{ pair, found: 'repost' }])).toContain('different, judged repost: next door');
});
