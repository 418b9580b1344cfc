import type { ViewDigest } from '#server/platform/projector/view-digest.ts';

/**
 * A view before and after; `before` is null where readers had none, `version` that of the projection which built it.
 */
export type RebuiltView = {
  view: string;
  before: (ViewDigest & { version: number }) | null;
  after: ViewDigest & { version: number };
};

const formatCount = (number: number) => Math.round(number).toLocaleString('en-US');

/** Two lines per view, then the duration. */
export function renderRebuildReport(
  views: RebuiltView[],
  { events, seconds }: { events: number; seconds: number },
): string {
  const width = Math.max(4, ...views.map(({ view }) => view.length));
  const lines = views.flatMap(({ view, before, after }) => [
    `${view.padEnd(width)}  ${formatCount(after.documents).padStart(10)}  before ${before?.sha256 ?? 'none'}`,
    `${''.padEnd(width)}  ${''.padEnd(10)}  after  ${after.sha256}  ${describeDifference(before, after)}`,
  ]);
  const rate = seconds > 0 ? ` (${formatCount(events / seconds)} events/s)` : '';
  return [
    `${'View'.padEnd(width)}  ${'Documents'.padStart(10)}  SHA-256 over ids and documents, in the order of ids`,
    ...lines,
    `${formatCount(events)} events in ${seconds.toFixed(1)} s${rate}`,
    '',
  ].join('\n');
}

function describeDifference(before: RebuiltView['before'], after: RebuiltView['after']): string {
  if (before === null) return 'new';
  if (before.sha256 === after.sha256) return 'the same';
  return before.version === after.version ? 'differs' : `differs (version ${before.version}, now ${after.version})`;
}

/** How far a log is read, or whatever is done with it, for one line that is overwritten. */
export function renderProgress(count: number, position: number, head: number, done = 'read'): string {
  const percent = head > 0 ? Math.min(100, Math.floor((100 * position) / head)) : 100;
  return `${formatCount(count)} events ${done}, ${percent} %`;
}
