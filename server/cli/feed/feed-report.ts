import type { FeedState } from '#server/modules/sources/feeds/feed-state.ts';

/**
 * The outcome of the rows of a feed's last reading, as a table for people; the numbers except the last ones, of
 * fields that were left out, add up to the rows.
 */
export function renderFeedReport({ id, figures, problem, milliseconds, readAt }: FeedState): string {
  if (figures === null) return `${id}\n  ${problem ?? 'nothing read yet'}\n`;
  const { rows, accepted, duplicates, review, rejected, leftOut } = figures;
  const lines: [string, number][] = [
    ['rows', rows],
    ['accepted', accepted],
    ['duplicates', duplicates],
    ...listReasons('review', review),
    ...listReasons('rejected', rejected),
    ...(leftOut === undefined ? [] : listReasons('fields left out', leftOut)),
  ];
  const width = String(rows).length;
  const head = `${id}, read ${readAt ?? 'never'} in ${milliseconds ?? 0} ms`;
  const table = lines.map(([name, count]) => `  ${String(count).padStart(width)}  ${name}`);
  return [head, ...table, ...(problem === null ? [] : [`  ${problem}`])].map((line) => `${line}\n`).join('');
}

function listReasons(kind: string, counts: Record<string, number>): [string, number][] {
  const all = Object.entries(counts).toSorted(([, a], [, b]) => b - a);
  const sum = all.reduce((total, [, count]) => total + count, 0);
  return [[kind, sum], ...all.map(([reason, count]): [string, number] => [`  ${kind}: ${reason}`, count])];
}
