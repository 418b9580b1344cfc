import { expect, it } from 'vitest';
import { decideRow, readRegressions } from './corpus.ts';

it('Every text that was once decided wrongly is decided as labeled', () => {
  const wrong = readRegressions().filter((row) => decideRow(row) !== row.label);
  expect(wrong).toEqual([]);
});
