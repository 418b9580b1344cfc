import { expect, it } from 'vitest';
import { emitMeasures } from './measures.ts';

const measuresOf = (details: string) => [...emitMeasures({ title: '', details }, () => undefined)];

it.each<[string, string[]]>([
  ['8 x 24 on trailer', ['size:tiny']],
  ["8.5' by 32'", ['size:tiny']],
  ['14x70', ['size:single']],
  ['28 × 56 ft', ['size:double']],
  ['50 x 120', ['size:lot']],
  ['lot size 30 x 60', ['size:lot']],
  ['garage 24x24', ['size:part']],
  ['2x4x8 boards', []],
  ['8x10 in print', []],
  ['24x36" sign', []],
  ['399 sq ft', ['area:430']],
  ['1,216 sqft', ['area:2000']],
  ['5,000 sq ft lot', ['area:lot']],
  ['900 sq ft shop', ['area:part']],
  ['half acre', ['acres:1']],
  ['.25 ac', ['acres:1']],
  ['40 acres m/l', ['acres:more']],
  ['double axle trailer, hitch', ['running gear:']],
  ['12 unit building', ['count:units:many']],
  ['four houses', ['count:homes:some']],
  ['7 vacant lots', ['count:lots:many']],
  ['31 pads', ['count:pads:many']],
  ['1 unit left, 3 bedrooms', []],
])('A measure is read as one of a few kinds: %s', (details, names) => {
  expect(measuresOf(details)).toEqual(names);
});

it('A measure is quoted', () => {
  const quotes: string[] = [];
  const texts = { title: 'home, 14 x 70', details: '' };
  emitMeasures(texts, (_name, _value, place) => quotes.push(texts.title.slice(place?.at, place?.end)));
  expect(new Set(quotes)).toEqual(new Set(['14 x 70']));
});
