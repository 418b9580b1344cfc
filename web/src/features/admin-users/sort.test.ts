import { describe, expect, it } from 'vitest';
import { nextSort, type SortValue, sorted } from './sort.ts';

const order = (values: SortValue[], direction: 'ascending' | 'descending') =>
  sorted(values, (value) => value, direction);

describe('a click on a column', () => {
  it('sorts ascending, then descending, then ascending again', () => {
    const first = nextSort(null, 'Email');
    const second = nextSort(first, 'Email');
    expect(first).toEqual({ column: 'Email', direction: 'ascending' });
    expect(second).toEqual({ column: 'Email', direction: 'descending' });
    expect(nextSort(second, 'Email')).toEqual(first);
  });

  it('starts ascending on another column', () => {
    expect(nextSort({ column: 'Email', direction: 'ascending' }, 'ZIP Code').direction).toBe('ascending');
  });
});

describe('sorted values', () => {
  it('stand null last in both directions', () => {
    expect(order([null, 2, 1], 'ascending')).toEqual([1, 2, null]);
    expect(order([null, 1, 2], 'descending')).toEqual([2, 1, null]);
  });

  it('stand false before true when ascending', () => {
    expect(order([true, false, true], 'ascending')).toEqual([false, true, true]);
    expect(order([false, true], 'descending')).toEqual([true, false]);
  });

  it('compare numbers by size and text without regard to case', () => {
    expect(order([100, 25, 50], 'ascending')).toEqual([25, 50, 100]);
    expect(order(['bob', 'Ann', 'carl'], 'ascending')).toEqual(['Ann', 'bob', 'carl']);
  });

  it('keep the order of equals, and the list they came from', () => {
    const users = [
      { id: 1, price: 5 },
      { id: 2, price: 5 },
    ];
    expect(sorted(users, ({ price }) => price, 'descending').map(({ id }) => id)).toEqual([1, 2]);
    const given = [3, 1];
    order(given, 'ascending');
    expect(given).toEqual([3, 1]);
  });
});
