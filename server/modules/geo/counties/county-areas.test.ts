import { expect, it } from 'vitest';
import { createCountyAreas } from './county-areas.ts';

const { findCounty, listCounties } = createCountyAreas();

it.each([
  ['Detroit', [42.33, -83.05], { name: 'Wayne', state: 'MI' }],
  ['Highland Park, inside Detroit', [42.405, -83.097], { name: 'Wayne', state: 'MI' }],
  ['Ferndale, at the edge of its county', [42.46, -83.135], { name: 'Oakland', state: 'MI' }],
  ['Needles, 150 miles from the center of its county', [34.848, -114.614], { name: 'San Bernardino', state: 'CA' }],
  ['Wheeling', [40.07, -80.69], { name: 'Ohio', state: 'WV' }],
  ['Fairfax City, inside Fairfax County', [38.853, -77.304], { name: 'Fairfax', state: 'VA' }],
  ['New Haven, by its county and not by its planning region', [41.31, -72.92], { name: 'New Haven', state: 'CT' }],
  ['Nantucket, an island', [41.28, -70.06], { name: 'Nantucket', state: 'MA' }],
  ['Honolulu', [21.31, -157.85], { name: 'Honolulu', state: 'HI' }],
  ['Ponce', [18.01, -66.61], { name: 'Ponce', state: 'PR' }],
  ['the coast of San Francisco', [37.76, -122.52], { name: 'San Francisco', state: 'CA' }],
  ['the capital', [38.9, -77.03], { name: 'District of Columbia', state: 'DC' }],
] as const)('A county is known by a point in it: %s', (_place, [latitude, longitude], county) => {
  expect(findCounty({ latitude, longitude })).toEqual(county);
});

it.each([
  ['the Atlantic', 35, -60],
  ['Toronto', 43.65, -79.38],
  ['nowhere', 0, 0],
])('No county is known at a point in %s', (_place, latitude, longitude) => {
  expect(findCounty({ latitude, longitude })).toBeNull();
});

it('The county of a point is in the state that is asked for, where the point is near its boundary', () => {
  const kansasCity = { latitude: 39.11, longitude: -94.615 };
  expect(findCounty(kansasCity)).toEqual({ name: 'Wyandotte', state: 'KS' });
  expect(findCounty(kansasCity, 'MO')).toEqual({ name: 'Jackson', state: 'MO' });
  expect(findCounty(kansasCity, 'IL')).toBeNull();
});

it('The counties near a point are listed, nearest first', () => {
  expect(listCounties({ latitude: 40.4, longitude: -80.57 }, 'WV')).toEqual(['Hancock', 'Brooke']);
  expect(listCounties({ latitude: 40.26, longitude: -80.58 }, 'WV')).toEqual(['Brooke']);
});
