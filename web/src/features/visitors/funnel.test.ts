import { expect, it } from 'vitest';
import { summarizeFunnel } from './funnel.ts';

const day = (visits: number, registrations: number, memberships: number) => ({
  day: '2026-03-01',
  visits,
  registrations,
  memberships,
});

it('The funnel has the totals of its days, each with its share of the step before', () => {
  expect(summarizeFunnel([day(150, 4, 1), day(50, 6, 1)])).toEqual([
    { label: 'visits', count: 200, share: null },
    { label: 'registrations', count: 10, share: '5% of visits' },
    { label: 'active memberships', count: 2, share: '20% of registrations' },
  ]);
});

it('The funnel has no share of nothing, and none above 100%', () => {
  expect(summarizeFunnel([day(0, 0, 0)]).map(({ share }) => share)).toEqual([null, null, null]);
  expect(summarizeFunnel([day(3, 5000, 10)]).map(({ share }) => share)).toEqual([null, null, '0.2% of registrations']);
});
