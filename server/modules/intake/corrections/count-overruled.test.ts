import { expect, it } from 'vitest';
import { countOverruled } from './count-overruled.ts';

type Decision = Parameters<typeof countOverruled>[0][number];
let listings = 0;
const decide = (said: Decision['said'], label: Decision['label'], more: Partial<Decision> = {}): Decision => {
  listings += 1;
  return { listingId: String(listings), source: 'county', said, label, ...more };
};

it('What people overruled is counted by source and by what the rules had said', () => {
  const decisions = [
    decide('house', 'house'),
    decide('house', 'raw land'),
    decide('house', 'match'),
    decide('reject', 'match'),
    decide('reject', 'reject'),
    decide('raw land', 'reject', { source: 'agent' }),
  ];
  expect(countOverruled(decisions)).toEqual([
    {
      source: 'county',
      overruled: 2,
      decided: 5,
      verdicts: [
        { said: 'house', overruled: 1, decided: 3 },
        { said: 'reject', overruled: 1, decided: 2 },
      ],
    },
    { source: 'agent', overruled: 1, decided: 1, verdicts: [{ said: 'raw land', overruled: 1, decided: 1 }] },
  ]);
});

it('The last decision on a listing counts, and none on what the rules left open', () => {
  const changed = decide('house', 'raw land');
  expect(countOverruled([changed, { ...changed, label: 'house' }])).toMatchObject([{ overruled: 0, decided: 1 }]);
  expect(countOverruled([decide('review', 'house')])).toEqual([]);
});
