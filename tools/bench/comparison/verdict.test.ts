import { describe, expect, it } from 'vitest';
import { compareRanges, toRange } from './verdict.ts';

describe('the range of the rounds of a figure', () => {
  it('The range of the rounds of a figure has the middle value as its median, and the mean of both where two are in the middle', () => {
    expect(toRange([5, 1, 3])).toEqual({ median: 3, min: 1, max: 5 });
    expect(toRange([4, 1, 2, 9])).toEqual({ median: 3, min: 1, max: 9 });
    expect(toRange([7])).toEqual({ median: 7, min: 7, max: 7 });
  });
});

describe('the verdict on a figure', () => {
  const there = toRange([95, 100, 105]);

  it('The verdict on a figure is worse where the median is over 10 % worse and the ranges lie apart', () => {
    expect(compareRanges(toRange([110, 111, 112]), there, 'lower')).toBe('worse');
    expect(compareRanges(toRange([80, 88, 89]), there, 'higher')).toBe('worse');
  });

  it('The verdict on a figure is better where the median is over 10 % better and the ranges lie apart', () => {
    expect(compareRanges(toRange([80, 88, 89]), there, 'lower')).toBe('better');
    expect(compareRanges(toRange([110, 111, 112]), there, 'higher')).toBe('better');
  });

  it('The verdict on a figure is the same where the ranges overlap or touch, however far the medians are apart', () => {
    expect(compareRanges(toRange([104, 300, 400]), there, 'lower')).toBe('same');
    expect(compareRanges(toRange([105, 300, 400]), there, 'lower')).toBe('same');
    expect(compareRanges(toRange([1, 2, 95]), there, 'higher')).toBe('same');
  });

  it('The verdict on a figure is the same where the ranges lie apart and the medians differ by no more than 10 %', () => {
    expect(compareRanges(toRange([106, 110, 110]), there, 'lower')).toBe('same');
    expect(compareRanges(toRange([90, 90, 94]), there, 'higher')).toBe('same');
  });

  it('The verdict on a figure is worse where the other checkout measured zero and this one does not', () => {
    expect(compareRanges(toRange([3]), toRange([0]), 'lower')).toBe('worse');
    expect(compareRanges(toRange([0]), toRange([0]), 'lower')).toBe('same');
  });
});
