import { expect, it } from 'vitest';
import { readYearBuilt } from './read-year.ts';

it.each([
  ['Built in 1948', 1948, 'Built in 1948'],
  ['Year built: 1942', 1942, 'Year built: 1942'],
  ['RES IMP 0.22 AC YR BLT 1938', 1938, 'YR BLT 1938'],
  ['SFH 1320 sqft built 1956, roof shot', 1956, 'built 1956'],
  ['Site built 1962, 2br', 1962, 'built 1962'],
  ['A 1905 built home', 1905, '1905 built'],
  ['1948 brick ranch', 1948, '1948 brick ranch'],
  ['Step inside this 1928 Tudor', 1928, '1928 Tudor'],
  ['1998 Fleetwood 28x60 double wide', 1998, '1998 Fleetwood 28x60 double wide'],
  ['Lot w/ 1990 double wide', 1990, '1990 double wide'],
  ['Built 1971. The house was built in 1971.', 1971, 'Built 1971'],
])('The year of %j is %i', (text, value, quote) => {
  expect(readYearBuilt(text)).toEqual({ value, quote });
});

it.each([
  'Built in 1948, addition built in 1990, built 1950',
  'Built in the 1920s',
  '1920s bungalow',
  'Built between 1900 and 1910',
  'Built 1998-2001',
  'Rebuilt in 2010',
  'Remodeled in 2019',
  'Garage built in 2018',
  'Deck (built 2019)',
  'A home to be built in 2025',
  'Built circa 1920',
  'In 2015 house was sold',
  '2019 roof, mobile home',
  'Taxes 2021, manufactured home',
  'Built 1950 sq ft',
  'built 88',
  'Built in 3021',
  'Parcel 1948',
])('No year is read from %j', (text) => {
  expect(readYearBuilt(text)).toBeNull();
});
