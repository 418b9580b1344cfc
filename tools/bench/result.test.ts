import { describe, expect, it } from 'vitest';
import { createResult, hasFailed, createFailedResult } from './result.ts';

const rate = { name: 'rate', unit: 'of the rate', better: 'higher', limit: 0.8 } as const;
const wait = { name: 'wait', unit: 'ms', better: 'lower', limit: 40 } as const;

describe('a figure', () => {
  it('A figure meets its bar where its value is at the limit or on the better side of it', () => {
    expect(createResult({ ...rate, value: 0.8 })).toMatchObject({
      value: 0.8,
      bar: 'at least 0.8 of the rate',
      met: true,
    });
    expect(createResult({ ...rate, value: 0.79 })).toMatchObject({ met: false });
    expect(createResult({ ...wait, value: 40 })).toMatchObject({ bar: 'at most 40 ms', met: true });
    expect(createResult({ ...wait, value: 41 })).toMatchObject({ met: false });
  });

  it('A figure meets its bar by the measured value, not by the rounded one', () => {
    expect(createResult({ ...rate, value: 0.79999 })).toMatchObject({ value: 0.8, met: false });
  });

  it('A figure misses its bar where one of its conditions does not hold', () => {
    const conditions = [
      { what: 'p50', value: 21, atMost: 20, unit: 'ms' },
      { what: 'missed', value: 0, atMost: 0 },
    ];
    expect(createResult({ ...wait, value: 30, conditions })).toMatchObject({
      bar: 'at most 40 ms, p50 at most 20 ms, none missed',
      met: false,
    });
  });

  it('A figure without a limit only informs', () => {
    expect(createResult({ name: 'rate', unit: 'a second', better: 'higher', value: 3 })).toMatchObject({
      value: 3,
      bar: '',
      met: null,
    });
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -353])(
    'A figure whose value is %d is not measured, has failed and meets no bar',
    (value) => {
      for (const kind of [rate, wait]) {
        const figure = createResult({ ...kind, value });
        expect(figure).toMatchObject({ name: kind.name, value: null, met: false });
        expect(figure.reason).toContain(String(value));
        expect(hasFailed(figure)).toBe(true);
      }
    },
  );

  it('A figure is not measured where a condition is not a number', () => {
    const conditions = [{ what: 'p99', value: Number.NaN, atMost: 30, unit: 'ms' }];
    const figure = createResult({ ...rate, value: 1, conditions });
    expect(figure).toMatchObject({ value: null, met: false });
    expect(figure.reason).toContain('p99');
  });

  it('A figure that could not be measured states the reason and has failed, unlike one that misses its bar', () => {
    expect(createFailedResult('memory', 'the server ended')).toMatchObject({ value: null, reason: 'the server ended' });
    expect(hasFailed(createFailedResult('memory', 'the server ended'))).toBe(true);
    expect(hasFailed(createResult({ ...rate, value: 0.1 }))).toBe(false);
  });
});
