import { expect, it } from 'vitest';
import type { MatchResult } from '#domain/matching/matcher.ts';
import { splitRecipients } from './alert-batches.ts';

const figures = { miles: 1, radius: 50, maxPrice: 54_000 };

function createMatches(count: number): MatchResult {
  const all = Array.from({ length: count }, (_, n) => ({ userId: `user-${n}`, figures }));
  return {
    count,
    toArray: () => all,
    *chunks(size) {
      for (let from = 0; from < count; from += size) yield all.slice(from, from + size);
    },
  };
}

it('Every matched member is in exactly one part of at most 500, whatever their number', () => {
  for (let count = 0; count < 1_510; count += 7) {
    const rules = { price: 45_000, isDrop: false, modeOf: () => 'immediate' as const };
    const parts = [...splitRecipients(createMatches(count), [], rules)];
    expect(Math.max(0, ...parts.map(({ members }) => members.length))).toBeLessThanOrEqual(500);
    expect(new Set(parts.flatMap(({ members }) => members.map(({ userId }) => userId))).size).toBe(count);
    expect(parts.reduce((sum, { members }) => sum + members.length, 0)).toBe(count);
  }
});

it('Members with immediate alerts and members with a digest are in different parts, which lack those who left', () => {
  const modes = ['immediate', 'daily', null] as const;
  const modeOf = ({ userId }: { userId: string }) => modes[Number(userId.slice('user-'.length)) % modes.length] ?? null;
  const rules = { price: 45_000, isDrop: false, modeOf };
  const parts = [...splitRecipients(createMatches(1_800), [], rules)];
  expect(parts.map(({ mode, members }) => [mode, members.length])).toEqual([
    ['immediate', 500],
    ['daily', 500],
    ['immediate', 100],
    ['daily', 100],
  ]);
  for (const { mode, members } of parts) expect(members.every((member) => modeOf(member) === mode)).toBe(true);
});
