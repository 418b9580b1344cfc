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
/** As benches printed it that did not say what is better. */
const older = (...values: (number | null)[]): Rounds => ({
  printed: values.map((value) => [printed(value)]),
  failure: null,
});
const nothing = (failure: string): Rounds => ({ printed: [], failure });

describe('the comparison of two checkouts', () => {
  it('takes what is better from this one', () => {
    const [comparison] = compareRounds('rates', rounds(50, 51, 52), older(100, 101, 102));
    expect(comparison).toMatchObject({ verdict: 'worse', here: { median: 51 }, there: { median: 101, max: 102 } });
    expect(comparison && isWorse(comparison)).toBe(true);
  });

  it('holds figures of one name apart where their data were elsewhere', () => {
    const onBoth = (files: number, engines: number): Rounds => ({
      printed: [[printed(files, { on: 'files' }), printed(engines, { on: 'engines' })]],
      failure: null,
    });
    const found = compareRounds('rates', onBoth(1, 10), onBoth(1, 2));
    expect(found).toMatchObject([
      { on: 'files', verdict: 'same' },
      { on: 'engines', verdict: 'worse' },
    ]);
  });

  it('says of a figure that only this one has that it was not measured there, and is not worse for it', () => {
    const [comparison] = compareRounds('rates', rounds(5, 5), nothing('Error: the server ended'));
    expect(comparison).toMatchObject({
      verdict: 'not measured',
      there: null,
      reason: 'not measured there: Error: the server ended',
    });
    expect(comparison && isWorse(comparison)).toBe(false);
  });

  it('is not worse for a figure that this one no longer has', () => {
    const [comparison] = compareRounds('rates', { printed: [[]], failure: null }, older(5));
    expect(comparison).toMatchObject({ here: null, reason: 'not measured here: there is no such figure' });
    expect(comparison && isWorse(comparison)).toBe(false);
  });

  it('fails for a figure that this one has and cannot measure', () => {
    for (const here of [nothing('took over 8 minutes'), rounds(5, null), rounds(5, -353)]) {
      const [comparison] = compareRounds('rates', here, older(5, 5));
      expect(comparison).toMatchObject({ verdict: 'not measured', here: null });
      expect(comparison && isWorse(comparison)).toBe(true);
    }
  });

  it('counts a value that no measurement can give as not measured there', () => {
    const [comparison] = compareRounds('rates', rounds(58, 58), older(60, -353));
    expect(comparison).toMatchObject({ there: null, reason: 'not measured there: its value was -353' });
  });

  it('is one line under the name of the group where neither measured anything', () => {
    const found = compareRounds('memory', nothing('one reason'), nothing('another'));
    expect(found).toMatchObject([
      { name: 'memory', reason: 'not measured here: one reason; not measured there: another', hasFailedHere: true },
    ]);
  });
});
