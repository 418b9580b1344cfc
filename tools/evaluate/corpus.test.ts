import { describe, expect, it } from 'vitest';
import { classify } from '#domain/classification/classify.ts';
import { createWeightTable, type WeightTable } from '#domain/classification/model.ts';
import weights from '#domain/classification/weights.json' with { type: 'json' };
import { type CorpusRow, isHeldOut, readCorpus, readRegressions } from './corpus.ts';
import { trainWeights, trainWithoutHeldOut } from './training.ts';

const decideRow = (row: CorpusRow, table?: WeightTable) => {
  const verdict = classify(row, table);
  return verdict.verdict === 'match' ? verdict.propertyType : verdict.verdict;
};

describe('the corpus', () => {
  it('Every text that was once decided wrongly is decided as labeled', () => {
    const wrong = readRegressions().filter((row) => decideRow(row) !== row.label);
    expect(wrong).toEqual([]);
  });

  it('At least nine of ten texts that were never trained on are decided as labeled', () => {
    const table = createWeightTable(trainWithoutHeldOut());
    const heldOut = readCorpus().filter(isHeldOut);
    const right = heldOut.filter((row) => decideRow(row, table) === row.label);
    expect(right.length / heldOut.length).toBeGreaterThan(0.9);
  });

  it('Every rejection and every match of a text with words has a quote', () => {
    const silent = readCorpus().filter((row) => {
      const { verdict, reasons } = classify(row);
      return verdict !== 'review' && reasons.length === 0 && row.title !== '' && row.propertyType === undefined;
    });
    expect(silent).toEqual([]);
  });

  it('The weights are those that training writes', () => {
    expect(trainWeights()).toEqual(weights);
  });
});
