import { Counter, Gauge, type Registry } from 'prom-client';
import type { LeaderStatus } from '#server/platform/http/health.ts';

/** What this process does of the tasks that one process alone does at a time. */
export function createLeaderMetrics(registry: Registry) {
  const labels = { labelNames: ['task'], registers: [registry] };
  const leading = new Gauge({
    ...labels,
    name: 'leading',
    help: 'Whether this process does the task, which one alone may do at a time (1), or stands by (0)',
  });
  const working = new Gauge({
    ...labels,
    name: 'leader_working',
    help: 'Whether this process leads the task and its work is under way (1); a leader with 0 for long does not work',
  });
  const failures = new Counter({
    ...labels,
    name: 'leader_failures_total',
    help: 'Times that the work of a leader has ended though it was not stopped',
  });
  return (leaders: readonly LeaderStatus[]): void => {
    failures.reset();
    for (const { task, isLeading, isWorking, failureCount } of leaders) {
      leading.set({ task }, isLeading() ? 1 : 0);
      working.set({ task }, isWorking() ? 1 : 0);
      failures.inc({ task }, failureCount());
    }
  };
}
