import { describe, expect, it } from 'vitest';
import { findWeeklyChange } from './weekly-change.ts';

const week = { from: '2026-03-09T11:00:00.000Z', until: '2026-03-16T11:00:00.000Z' };
const [before, during, after] = ['2026-03-09T10:59:59.999Z', '2026-03-09T11:00:00.000Z', '2026-03-16T11:00:00.000Z'];
const find = (at: string, price = 50_000) => ({ at, price, isDrop: false });
const drop = (at: string, price: number) => ({ at, price, isDrop: true });
const old = { price: 40_000, foundAt: before, news: [find(before)], withdrawal: null };

describe('the change of a listing in a week', () => {
  it('The change of a listing in a week is that it is new', () => {
    const listing = { ...old, foundAt: during, news: [find(during), drop('2026-03-12T00:00:00.000Z', 40_000)] };
    expect(findWeeklyChange(listing, week)).toEqual({ kind: 'new', at: during, price: 40_000, previousPrice: null });
  });

  it('The change of a listing in a week is a price drop, from the lowest price before the week to the last one in it', () => {
    const news = [find(before), drop(during, 45_000), drop('2026-03-12T00:00:00.000Z', 40_000), drop(after, 30_000)];
    const { at, price } = news[2] ?? old.news[0] ?? find(before);
    expect(findWeeklyChange({ ...old, news }, week)).toEqual({ kind: 'price drop', at, price, previousPrice: 50_000 });
  });

  it('The change of a listing in a week is that it was withdrawn, also where it was new', () => {
    const withdrawal = { at: '2026-03-12T00:00:00.000Z' };
    expect(findWeeklyChange({ ...old, foundAt: during, withdrawal }, week)).toMatchObject({ kind: 'withdrawn' });
  });

  it.each([
    ['before it', old],
    ['after it', { ...old, foundAt: after, news: [find(after)] }],
    ['before it, when it was withdrawn', { ...old, foundAt: during, withdrawal: { at: before } }],
    ['after it, when it was withdrawn', { ...old, foundAt: during, withdrawal: { at: after } }],
  ])('The change of a listing in a week is none where something happened only %s', (_when, listing) => {
    expect(findWeeklyChange(listing, week)).toBeNull();
  });
});
