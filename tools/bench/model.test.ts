import { expect, it } from 'vitest';
import { computeDisk, computeLoads, parts, usualTraffic } from './model.ts';

it('The model tells the fullest part first, and how many processes each needs', () => {
  const loads = computeLoads(1_000_000, { ...usualTraffic, mails: 100 });
  const first = loads.find(({ name }) => name === 'mails sent');
  expect(first).toBe(loads[0]);
  expect(first?.processes).toBe(Math.ceil((100 * 4 * 1_000_000) / 86_400 / (first?.rate ?? 1)));
  expect(loads.map(({ share }) => share)).toEqual(loads.map(({ share }) => share).toSorted((a, b) => b - a));
  expect(loads).toHaveLength(parts.length);
});

it('Ten times the members ask ten times as much of each part but the intake', () => {
  const [small, large] = [1_000_000, 10_000_000].map((members) => computeLoads(members, usualTraffic));
  for (const { name, asked } of small ?? []) {
    const factor = name === 'intake' ? 1 : 10;
    expect(large?.find((one) => one.name === name)?.asked).toBeCloseTo(asked * factor);
  }
});

it('The disk grows with the alerts of a year', () => {
  const { log, tokens, views } = computeDisk(1_000_000, { ...usualTraffic, listings: 1, fits: 0.001 });
  expect([log, tokens, views].map((size) => Math.round(size * 100) / 100)).toEqual([0.24, 0.12, 0.58]);
});
