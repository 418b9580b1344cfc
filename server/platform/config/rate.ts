/** At most `points` in `seconds`. */
export type Rate = { points: number; seconds: number };

const secondsPerUnit = { s: 1, m: 60, h: 3600, d: 86_400 } as const;
// The longest delay of a timer.
const maxSeconds = 24 * secondsPerUnit.d;

/** Reads `10/15m`: a whole number above 0, and a duration in s, m, h or d. Null for anything else. */
export function parseRate(text: string): Rate | null {
  const [, points, count, unit] = /^(\d{1,9})\/(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (points === undefined || count === undefined || unit === undefined) return null;
  const rate = { points: Number(points), seconds: Number(count) * secondsPerUnit[unit as keyof typeof secondsPerUnit] };
  return rate.points > 0 && rate.seconds > 0 && rate.seconds <= maxSeconds ? rate : null;
}
