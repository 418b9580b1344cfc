import { expect, it } from 'vitest';
import { resolvePlaces, toCityKey } from './place-names.ts';

it.each([
  ['St. Louis', 'Saint Louis'],
  ['LaGrange', 'La Grange'],
  ["Coeur d'Alene", 'Coeur D Alene'],
  ['Ft. Worth', 'FORT WORTH'],
  ['W. Palm Beach', 'West Palm Beach'],
  ['Cañon City', 'Canon City'],
])('The names %s and %s mean one city', (a, b) => {
  expect(toCityKey(a)).toBe(toCityKey(b));
});

it('A city may have the name of a JavaScript property, such as constructor', () => {
  expect(toCityKey('Constructor')).toBe('constructor');
});

it.each([
  ['Franklin, GA', '', 'franklin', 'GA'],
  ['Franklin', 'Ga.', 'franklin', 'GA'],
  ['Franklin', 'georgia', 'franklin', 'GA'],
  ['Franklin, W. Va.', '', 'franklin', 'WV'],
  ['Franklin North Carolina', '', 'franklin', 'NC'],
  ['Franklin, TN 37064', '', 'franklin', 'TN'],
  ['Franklin, TN, USA', '', 'franklin', 'TN'],
  ['City of Franklin', 'TN', 'franklin', 'TN'],
  ['Franklin Township', 'NJ', 'franklin', 'NJ'],
  ['near downtown Franklin', 'TN', 'franklin', 'TN'],
  ['12 Oak Rd Franklin', 'TN', 'franklin', 'TN'],
])('The city %s (%s) may mean %s in %s', (city, state, key, code) => {
  expect([...resolvePlaces(city, state)].map((name) => [name.key, name.state])).toContainEqual([key, code]);
});

it.each([
  ['Franklin', ''],
  ['Franklin', 'Ontario'],
  ['Franklin, GA', 'TN'],
  ['', 'TN'],
  ['GA', ''],
])('The city %s (%s) is not certain', (city, state) => {
  expect([...resolvePlaces(city, state)].filter((name) => name.key === 'franklin' && name.state !== state)).toEqual([]);
});

it('A city is looked up by its name as given first', () => {
  expect([...resolvePlaces('West Point', 'GA')][0]).toEqual({ key: 'westpoint', state: 'GA', kind: null });
});

it.each([
  ['Butler Twp', 'butler', 'township'],
  ['Township of Butler', 'butler', 'township'],
  ['Scranton City', 'scranton', 'city'],
  ['Borough of Roselle', 'roselle', 'borough'],
])('A city is looked up without the word for its kind: %s', (city, key, kind) => {
  expect([...resolvePlaces(city, 'PA')][1]).toEqual({ key, state: 'PA', kind });
});
