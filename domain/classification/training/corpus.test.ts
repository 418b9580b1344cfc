import { expect, it } from 'vitest';
import { outcomes } from '#domain/correction/contract.ts';
import { corpusRows, decideRow, regressionRows } from './corpus.ts';
import { createVariations } from './variations.ts';

it('Every text that was once decided wrongly is decided as labeled', () => {
  expect(regressionRows.filter((row) => decideRow(row) !== row.label)).toEqual([]);
});

it('Every labeled text has one of the outcomes as its label, and a price or null', () => {
  const rows = [...corpusRows, ...regressionRows, ...createVariations()];
  const isRight = ({ label, price }: (typeof rows)[number]) =>
    outcomes.includes(label) && (price === null || Number.isFinite(price));
  expect(rows.filter((row) => !isRight(row))).toEqual([]);
});
