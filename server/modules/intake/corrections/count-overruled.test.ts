import { expect, it } from 'vitest';
import { countOverruled } from './corrections.ts';

type Decision = Parameters<typeof countOverruled>[0][number];
let listings = 0;
const decide = (judged: Decision['judged'], label: Decision['label'], more: Partial<Decision> = {}): Decision => {
  listings += 1;
  return { listingId: String(listings), source: 'county', judged, label, ...more };
};

it('What people overruled is counted by source and by what the rules had judged', () => {
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
        { judged: 'house', overruled: 1, decided: 3 },
        { judged: 'reject', overruled: 1, decided: 2 },
      ],
    },
    { source: 'agent', overruled: 1, decided: 1, verdicts: [{ judged: 'raw land', overruled: 1, decided: 1 }] },
  ]);
});

it('The last decision on a listing counts, and none on what the rules left open', () => {
  const changed = decide('house', 'raw land');
  expect(countOverruled([changed, { ...changed, label: 'house' }])).toMatchObject([{ overruled: 0, decided: 1 }]);
  expect(countOverruled([decide('review', 'house')])).toEqual([]);
});
