import { describe, expect, it } from 'vitest';
import { classify } from '../classify.ts';
import { createWeightTable } from '../model.ts';
import weights from './weights.json' with { type: 'json' };
import { corpusRows, decideRow, isHeldOut } from './corpus.ts';
import { trainWeights, trainWithoutHeldOut } from './training.ts';

describe('the corpus', () => {
  it('At least nine of ten texts that were never trained on are decided as labeled', () => {
    const table = createWeightTable(trainWithoutHeldOut());
    const heldOut = corpusRows.filter(isHeldOut);
    const right = heldOut.filter((row) => decideRow(row, table) === row.label);
    expect(right.length / heldOut.length).toBeGreaterThan(0.9);
  });

  it('Every rejection and every match of a text with words has a quote', () => {
    const silent = corpusRows.filter((row) => {
      const { verdict, reasons } = classify(row);
      return verdict !== 'review' && reasons.length === 0 && row.title !== '' && row.propertyType === undefined;
    });
    expect(silent).toEqual([]);
  });

  it('The weights are those that training writes', () => {
    expect(trainWeights()).toEqual(weights);
  });
});
