import { expect, it } from 'vitest';
import { findEvidence } from './evidence.ts';
import { findTitleParts } from './head.ts';

const partsOf = (title: string) =>
  findTitleParts(title, findEvidence(title)).map(({ sense, last }) => [sense, last && title.slice(last.at, last.end)]);

it.each<[string, (string | null)[][]]>([
  [
    'moving sale, 3 bedroom house full',
    [
      ['goods', null],
      ['house', 'full'],
    ],
  ],
  ['vacant land sign', [['land', 'sign']]],
  ['3 bedroom house with garage', [['house', null]]],
  ['gazebo for sale', [['goods', null]]],
  ['wheelbarrow', [[null, 'wheelbarrow']]],
  ['for sale by owner', []],
  ['', []],
])('A title is read by its parts, each with its noun and the word behind it: %s', (title, parts) => {
  expect(partsOf(title)).toEqual(parts);
});
