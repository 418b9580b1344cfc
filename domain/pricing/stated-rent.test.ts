import { describe, expect, it } from 'vitest';
import { compareWithRents, findStatedRents } from './stated-rent.ts';

describe('the rents that a text states', () => {
  it.each([
    ['rural king park, rent 295 mo. title free', 295],
    ['lot rent is $410', 410],
    ['ground rent 298 monthly', 298],
    ['375/mo for the lot', 375],
    ['renta de espacio $380', 380],
    ['tenant pays 1,150', 1150],
  ])('%s states %d', (text, rent) => {
    expect(new Set(findStatedRents(text))).toEqual(new Set([rent]));
  });

  it.each(['rent to own', '1,296 sq ft', 'rent 1200 sq ft office', 'built 1998', '$500 down'])(
    '%s states none',
    (text) => {
      expect(findStatedRents(text)).toEqual([]);
    },
  );

  it('A price that equals a rent is the rent, and one of many rents is that of a property', () => {
    expect(compareWithRents(700, [700])).toBe('rent');
    expect(compareWithRents(12_000, [295])).toBe('far more');
    expect(compareWithRents(1200, [700])).toBe('other');
  });
});
