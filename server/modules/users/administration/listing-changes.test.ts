import { expect, it } from 'vitest';
import { describeListingChanges } from './listing-changes.ts';

const row = (title: string, price = '$1', timestamp = '2026-03-01T12:00:00.000Z') => {
  return { title, price, details: '', link: '', imageUrl: '', timestamp };
};

it('A description of changed listings names what was added, changed and removed', () => {
  expect(describeListingChanges([row('Mill'), row('Hut')], [row('Barn'), row('Mill', '$2')])).toBe(
    "'Barn' was added, 'Mill' was changed and 'Hut' was removed",
  );
  expect(describeListingChanges([], [row('Barn')])).toBe("'Barn' was added");
});

it('A description of changed listings identifies an offer by its link where it has one', () => {
  const linked = { ...row('Old'), link: 'https://x.com/1' };
  expect(describeListingChanges([linked], [{ ...linked, title: 'New' }])).toBe("'New' was changed");
  expect(describeListingChanges([linked], [])).toBe("'Old' was removed");
  expect(describeListingChanges([{ ...linked, title: '' }], [])).toBe("'https://x.com/1' was removed");
});

it('A description of changed listings names duplicates separately, and a new order', () => {
  expect(describeListingChanges([row('Barn'), row('Barn')], [row('Barn')])).toBe("'Barn' was removed");
  expect(describeListingChanges([row('Barn'), row('Mill')], [row('Mill'), row('Barn')])).toBe(
    'their order was changed',
  );
});
