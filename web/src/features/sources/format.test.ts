import { describe, expect, it } from 'vitest';
import {
  formatAgo,
  formatAhead,
  formatPassResult,
  formatDuration,
  formatRunInterval,
  formatOpinion,
  formatOverruled,
  formatWeights,
} from './format.ts';

const now = Date.parse('2026-03-01T12:00:00.000Z');
const before = (seconds: number) => new Date(now - 1000 * seconds).toISOString();

describe('Times on the scout page', () => {
  it('Times on the scout page are rounded', () => {
    expect([0, -5, 59].map((seconds) => formatAgo(before(seconds), now))).toEqual(['Just now', 'Just now', 'Just now']);
    expect(formatAgo(before(60), now)).toBe('1 minute ago');
    expect(formatAgo(before(7300), now)).toBe('2 hours ago');
    expect(formatAgo(before(90_000), now)).toBe('1 day ago');
    expect(formatAhead(before(-30), now)).toBe('Within a minute');
    expect(formatAhead(before(100), now)).toBe('Within a minute');
    expect(formatAhead(before(-3600), now)).toBe('In 1 hour');
  });

  it('Times on the scout page of an interval are exact', () => {
    expect([86_400, 7200, 60, 90].map(formatRunInterval)).toEqual([
      'every day',
      'every 2 hours',
      'every minute',
      'every 90 seconds',
    ]);
  });

  it('Times on the scout page of alerts are as precise as useful', () => {
    expect([0.034, 0.25, 4.26, 42.4, 600].map(formatDuration)).toEqual(['0.03 s', '0.25 s', '4.3 s', '42 s', '10 min']);
  });
});

describe('The results of a source', () => {
  it('The results of a source leave out parts that are zero', () => {
    const brought = { items: 1200, accepted: 3, duplicates: 1197, review: 0, rejected: 0 };
    expect(formatPassResult(brought)).toBe('1,200 items: 3 new, 1,197 known');
    expect(formatPassResult({ ...brought, items: 0 })).toBe('No items');
    expect(formatPassResult({ items: 1, accepted: 0, duplicates: 0, review: 1, rejected: 0 })).toBe(
      '1 item: 1 to review',
    );
  });
});

it('The state of the LLM classification is described in words', () => {
  expect(formatOpinion({ state: 'off', callsToday: 0, dailyCalls: null })).toBe('Off');
  expect(formatOpinion({ state: 'on', callsToday: 12, dailyCalls: 1000 })).toBe('On, 12 of 1,000 calls today');
});

it('The weights in use are described in words', () => {
  const better = { texts: 1288, before: 0.9, after: 0.9254 };
  expect(formatWeights({ used: 'built-in', heldOut: null })).toBe('Classifier: built-in weights');
  expect(formatWeights({ used: 'file', heldOut: better })).toBe(
    'Classifier: weights of WEIGHTS_FILE, 92.5% of 1,288 texts right, 90.0% with the built-in ones',
  );
  expect(formatWeights({ used: 'built-in', heldOut: { ...better, after: 0.8 } })).toBe(
    'Classifier: built-in weights, as those of WEIGHTS_FILE are not better (80.0% of 1,288 texts right, 90.0% with the built-in ones)',
  );
});

it('The decisions that overruled the rules are counted by what the rules had judged', () => {
  const verdicts = [
    { judged: 'house', overruled: 1, decided: 1020 },
    { judged: 'reject', overruled: 2, decided: 12 },
  ];
  expect(formatOverruled({ source: 'county', overruled: 3, decided: 1032, verdicts })).toBe(
    '3 of 1,032 (house 1 of 1,020, reject 2 of 12)',
  );
  expect(formatOverruled(undefined)).toBe('No decisions yet');
});
