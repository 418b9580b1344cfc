import { expect, it } from 'vitest';
import { prependUnique } from './prepend-unique.ts';

const item = (id: string, text = '') => ({ id, text });

it('The newest item is prepended', () => {
  expect(prependUnique([item('a')], item('b'), 15)).toEqual([item('b'), item('a')]);
});

it('A repeated item is kept once, in its latest version', () => {
  expect(prependUnique([item('a'), item('b', 'old')], item('b', 'new'), 15)).toEqual([item('b', 'new'), item('a')]);
});

it('The oldest items beyond the limit are dropped', () => {
  expect(prependUnique([item('a'), item('b')], item('c'), 2)).toEqual([item('c'), item('a')]);
});
