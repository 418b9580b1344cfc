import { expect, it } from 'vitest';
import { compileText } from './template.ts';

const row: Record<string, string> = {
  Street: '12 Elm St',
  City: 'Detroit',
  State: 'MI',
  Zip: '48204',
  Beds: '3',
  Bid: '$500',
  Parcel: '21-045',
  Dashes: 'A - B, C. D',
};
const textOf = (template: string) => compileText(template)((column) => row[column] ?? ' ');

it.each([
  ['{Street}, {City}', '12 Elm St, Detroit'],
  ['{None}, {City}', 'Detroit'],
  ['{Street}, {None}', '12 Elm St'],
  ['{Street}, {None}, {City}', '12 Elm St, Detroit'],
  ['{None}, {None}, {City}, {None}', 'Detroit'],
  ['{Street}, {None}, {State} {Zip}', '12 Elm St, MI 48204'],
  ['{Street}, {City}, {State} {None}', '12 Elm St, Detroit, MI'],
  ['{None} - {City}', 'Detroit'],
  ['{Street} | {None} | {City}', '12 Elm St | Detroit'],
  ['{Street} ({None})', '12 Elm St'],
  ['{Street} ({None} area), {City}', '12 Elm St, Detroit'],
  ['{Street} ({City})', '12 Elm St (Detroit)'],
  ['{None}: {City}', 'Detroit'],
  ['Parcel {Parcel}: {None}', 'Parcel 21-045'],
])('A template without its blank columns has no orphan punctuation: %s', (template, text) => {
  expect(textOf(template)).toBe(text);
});

it.each([
  ['{Beds} beds, {None} baths in {City}', '3 beds, in Detroit'],
  ['{Beds} beds {None} baths', '3 beds'],
  ['{None} beds {Beds} baths', '3 baths'],
  ['{None} beds, {Beds} baths', '3 baths'],
  ['{Street} in {None}', '12 Elm St'],
  ['{Street} in {City} near {None}', '12 Elm St in Detroit'],
  ['{City} auction. Parcel {None}.', 'Detroit auction.'],
  ['{Beds} beds in {None} area', '3 beds'],
  ['Near {None} in {City} area', 'in Detroit area'],
  ['Tax auction. Parcel {None}. Bid {Bid}.', 'Tax auction. Bid $500.'],
  ['Bid {Bid}, parcel {None}.', 'Bid $500.'],
  ['Bid {None}, parcel {Parcel}.', 'parcel 21-045.'],
  ['Starting bid: {None}, parcel: {Parcel}', 'parcel: 21-045'],
  ['Tax sale: {None}\nParcel {Parcel}', 'Parcel 21-045'],
  ['Lot {None} of {City}', 'of Detroit'],
])('A blank column of a template takes its words with it: %s', (template, text) => {
  expect(textOf(template)).toBe(text);
});

it('A template without blank columns, or without columns, is as it was written', () => {
  const template = 'Tax sale: {Street} - {City},{State} (ZIP {Zip}); bid {Bid}/{Beds}.';
  expect(textOf(template)).toBe('Tax sale: 12 Elm St - Detroit,MI (ZIP 48204); bid $500/3.');
  expect(textOf('Sold as is. Call, or come')).toBe('Sold as is. Call, or come');
});

it('A template keeps the punctuation inside its values', () => {
  expect(textOf('{Dashes}, {None}')).toBe('A - B, C. D');
});

it('A template of which all columns are blank is blank', () => {
  expect(textOf('Lot {None}, {None}')).toBe('');
});
