import { describe, expect, it } from 'vitest';
import { compareRounds, isWorse, type PrintedFigure, type Rounds } from './comparison.ts';

const printed = (value: number | null, more: Partial<PrintedFigure> = {}): PrintedFigure => ({
  name: 'rate',
  unit: 'a second',
  value,
  ...more,
});
const rounds = (...values: (number | null)[]): Rounds => ({
  printed: values.map((value) => [printed(value, { better: 'higher' })]),
  failure: null,
});
/** The output of benches that did not state which direction is better. */
const older = (...values: (number | null)[]): Rounds => ({
  printed: values.map((value) => [printed(value)]),
  failure: null,
});
const nothing = (failure: string): Rounds => ({ printed: [], failure });

describe('the comparison of two checkouts', () => {
  it('The comparison of two checkouts takes from this checkout which direction is better', () => {
    const [comparison] = compareRounds('rates', rounds(50, 51, 52), older(100, 101, 102));
    expect(comparison).toMatchObject({
      verdict: 'worse',
      current: { median: 51 },
      baseline: { median: 101, max: 102 },
    });
    expect(comparison && isWorse(comparison)).toBe(true);
  });

  it('The comparison of two checkouts separates figures of one name whose data were in different places', () => {
    const onBoth = (files: number, engines: number): Rounds => ({
      printed: [[printed(files, { on: 'files' }), printed(engines, { on: 'engines' })]],
      failure: null,
    });
    const comparisons = compareRounds('rates', onBoth(1, 10), onBoth(1, 2));
    expect(comparisons).toMatchObject([
      { on: 'files', verdict: 'same' },
      { on: 'engines', verdict: 'worse' },
    ]);
  });

  it('The comparison of two checkouts reports a figure that only this checkout has as not measured there, and is not worse for it', () => {
    const [comparison] = compareRounds('rates', rounds(5, 5), nothing('Error: the server ended'));
    expect(comparison).toMatchObject({
      verdict: 'not measured',
      baseline: null,
      reason: 'not measured there: Error: the server ended',
    });
    expect(comparison && isWorse(comparison)).toBe(false);
  });

  it('The comparison of two checkouts is not worse for a figure that this checkout no longer has', () => {
    const [comparison] = compareRounds('rates', { printed: [[]], failure: null }, older(5));
    expect(comparison).toMatchObject({ current: null, reason: 'not measured here: there is no such figure' });
    expect(comparison && isWorse(comparison)).toBe(false);
  });

  it('The comparison of two checkouts fails for a figure that this checkout has and cannot measure', () => {
    for (const here of [nothing('took over 8 minutes'), rounds(5, null), rounds(5, -353)]) {
      const [comparison] = compareRounds('rates', here, older(5, 5));
      expect(comparison).toMatchObject({ verdict: 'not measured', current: null });
      expect(comparison && isWorse(comparison)).toBe(true);
    }
  });

  it('The comparison of two checkouts treats a value that no measurement can have as not measured there', () => {
    const [comparison] = compareRounds('rates', rounds(58, 58), older(60, -353));
    expect(comparison).toMatchObject({ baseline: null, reason: 'not measured there: its value was -353' });
  });

  it('The comparison of two checkouts is one line under the name of the group where neither checkout measured anything', () => {
    const comparisons = compareRounds('memory', nothing('one reason'), nothing('another'));
    expect(comparisons).toMatchObject([
      { name: 'memory', reason: 'not measured here: one reason; not measured there: another', hasFailedHere: true },
    ]);
  });
});
