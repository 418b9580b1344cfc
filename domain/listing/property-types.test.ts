import { expect, it } from 'vitest';
import { getTypeBit, optionalTypes, propertyTypeList, propertyTypes, typeBitsEnd } from './property-types.contract.ts';

it('Each type that a user has to ask for has a flag of its own and a bit of its own', () => {
  expect(new Set(optionalTypes.map(({ flag }) => flag)).size).toBe(optionalTypes.length);
  const bits = optionalTypes.map(({ bit }) => bit);
  expect(bits.every((bit) => Number.isInteger(Math.log2(bit)))).toBe(true);
  expect(bits.reduce((sum: number, bit) => sum | bit, 0)).toBe(typeBitsEnd - 1);
});

it('A type that matches without being asked for has no bit', () => {
  expect(propertyTypes.filter((type) => getTypeBit(type) === 0)).toEqual(['house']);
});

it('The types are named in a sentence and above a column', () => {
  expect(propertyTypeList).toBe('a house, a mobile home, raw land or a tiny home');
  expect(optionalTypes.map(({ heading }) => heading)).toEqual(['Mobile Homes', 'Raw Land', 'Tiny Homes']);
});
