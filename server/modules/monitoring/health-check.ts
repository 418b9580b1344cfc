import type { FailureKind } from '#domain/source/contract.ts';

export type HealthProblem = { trouble: FailureKind; problem: string };

/** The data of a source that its health is judged by. Times are in ms since 1970, `everySeconds` is that of a pull. */
export type HealthInput = {
  problem: string | null;
  /** In a row. */
  failures: number;
  pull: { everySeconds: number; lastPassAt: number; nextPassAt: number } | null;
  /** Since when it is monitored and not paused. */
  since: number;
};

const minFailures = 3;
/** A pull source without a pass for this many of its intervals has stopped. */
const maxMissedIntervals = 3;
/** In ms; a pass may take this long, and others may run before it. */
const minIntervalMs = 30_000;

/** The problem of a source that admins are notified of; null for none. */
export function checkHealth({ problem, failures, pull, since }: HealthInput, now: number): HealthProblem | null {
  if (failures >= minFailures)
    return { trouble: 'failures', problem: `${failures} runs in a row failed. ${problem ?? ''}`.trim() };
  if (pull === null) return null;
  const interval = Math.max(1000 * pull.everySeconds, minIntervalMs);
  // A postponed pass, as after a failure, is not overdue before its new time.
  const deadline = Math.max(
    Math.max(pull.lastPassAt, since) + maxMissedIntervals * interval,
    pull.nextPassAt + interval,
  );
  if (now <= deadline) return null;
  const last = pull.lastPassAt === 0 ? 'ever' : `since ${new Date(pull.lastPassAt).toISOString().slice(0, 16)}Z`;
  return {
    trouble: 'silence',
    problem: `No pass ${last.replace('T', ' ')}, though one is due ${formatInterval(pull.everySeconds)}`,
  };
}

function formatInterval(seconds: number): string {
  const [unit, size] = units.find(([, length]) => seconds % length === 0) ?? ['second', 1];
  const count = seconds / size;
  return count === 1 ? `every ${unit}` : `every ${count} ${unit}s`;
}

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;
