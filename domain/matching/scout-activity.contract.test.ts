import { describe, expect, it } from 'vitest';
import { describeLastScouted } from './scout-activity.contract.ts';

const now = Date.parse('2026-03-10T12:00:00.000Z');
const second = 1000;
const minute = 60 * second;
const ago = (age: number) => now - age;

describe("the rest of 'Last scouted your area'", () => {
  it.each([
    ['just now', 0],
    ['just now', 2 * minute - 1],
    ['a short while ago', 2 * minute],
    ['a short while ago', 30 * minute - 1],
    ['recently', 30 * minute],
    ['recently', 360 * minute - 1],
    ['not long ago', 360 * minute],
    ['not long ago', 90 * 24 * 60 * minute],
  ])("The rest of 'Last scouted your area' is '%s' after %i ms", (phrase, age) => {
    expect(describeLastScouted(ago(age), now)).toBe(phrase);
  });

  it("The rest of 'Last scouted your area' is 'just now' for a clock that is ahead", () => {
    expect(describeLastScouted(ago(-5 * second), now)).toBe('just now');
  });

  it("The rest of 'Last scouted your area' is 'not long ago' before the first pass", () => {
    expect(describeLastScouted(null, now)).toBe('not long ago');
  });
});
