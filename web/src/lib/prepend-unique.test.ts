import { expect, it } from 'vitest';
import { prependUnique } from './prepend-unique.ts';

const item = (id: string, text = '') => ({ id, text });

it('puts the newest on top', () => {
  expect(prependUnique([item('a')], item('b'), 15)).toEqual([item('b'), item('a')]);
});

it('keeps an item that comes again once, as it came last', () => {
  expect(prependUnique([item('a'), item('b', 'old')], item('b', 'new'), 15)).toEqual([item('b', 'new'), item('a')]);
});

it('drops the oldest past the limit', () => {
  expect(prependUnique([item('a'), item('b')], item('c'), 2)).toEqual([item('c'), item('a')]);
});
