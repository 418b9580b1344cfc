import { describe, expect, it } from 'vitest';
import { findLastAlert, type MatchOccasion, appendOccasion } from './match-occasions.ts';

const on = (day: number, price: number, isDrop = false): MatchOccasion => ({
  at: `2026-03-0${day}T12:00:00.000Z`,
  price,
  isDrop,
});
const since = (day: number, maxPrice: number) => ({ since: `2026-03-0${day}T00:00:00.000Z`, maxPrice });

describe('the last alert that a member would have received', () => {
  it('The last alert that a member would have received is that of the find where its price is within the limit', () => {
    expect(findLastAlert([on(2, 45_000)], since(1, 45_000))).toEqual({ ...on(2, 45_000), kind: 'new' });
    expect(findLastAlert([on(2, 45_000)], since(1, 44_999))).toBeNull();
  });

  it('The last alert that a member would have received is null where all occasions are older', () => {
    expect(findLastAlert([on(2, 45_000)], since(3, 99_000))).toBeNull();
    expect(findLastAlert([], since(1, 99_000))).toBeNull();
  });

  it('The last alert that a member would have received is new for a member whose limit fits only the lower price, and a price drop for one whose limit fits both', () => {
    const fell = [on(2, 60_000), on(4, 50_000, true)];
    expect(findLastAlert(fell, since(1, 54_000))).toEqual({ ...on(4, 50_000, true), kind: 'new' });
    expect(findLastAlert(fell, since(1, 60_000))).toEqual({ ...on(4, 50_000, true), kind: 'price drop' });
    expect(findLastAlert(fell, since(3, 60_000))).toMatchObject({ kind: 'new' });
  });

  it('The last alert that a member would have received is not repeated for a listing that is found again', () => {
    expect(findLastAlert([on(2, 45_000), on(4, 44_000)], since(1, 54_000))).toMatchObject({
      price: 45_000,
      kind: 'new',
    });
  });
});

it('Only the latest match occasions are kept', () => {
  const all = Array.from({ length: 12 }, (_, n) => on(1, 100 - n, n > 0)).reduce<MatchOccasion[]>(appendOccasion, []);
  expect(all.map(({ price }) => price)).toEqual([98, 97, 96, 95, 94, 93, 92, 91, 90, 89]);
});
