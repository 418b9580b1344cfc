import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { AnsweredRequest } from '#server/platform/http/middleware/request-logger.ts';
import type { LeaderStatus } from '#server/platform/http/health.ts';
import type { ProjectionTracker } from '#server/platform/projector/projection-progress.ts';
import type { AppliedBatch } from '#server/platform/projector/view-group.ts';
import { createLeaderMetrics } from './leader-metrics.ts';
import { createFailedEventCounter } from './subscription-metrics.ts';

/** Prometheus metrics. Labels are route templates, methods, statuses and event types: never user input. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.25, 1, 5],
    registers,
  });
  const events = new Counter({
    name: 'events_applied_total',
    help: 'Events that the views have taken in',
    labelNames: ['type'],
    registers,
  });
  const alerts = new Counter({ name: 'alerts_delivered_total', help: 'Alerts delivered to members', registers });
  const lag = new Gauge({
    name: 'projection_lag_events',
    help: 'Events of the log that the views have not taken in yet',
    registers,
  });
  const observeLeaders = createLeaderMetrics(registry);
  const lagSeconds = new Gauge({
    name: 'projection_lag_seconds',
    help: 'Age of the first event of the log that the views have not taken in yet',
    registers,
  });
  return {
    registry,
    contentType: registry.contentType,
    text: async (projector: Pick<ProjectionTracker, 'measureLag'>, leaders: LeaderStatus[] = []) => {
      observeLeaders(leaders);
      const { events: unapplied, secondsBehind } = await projector.measureLag();
      lag.set(unapplied);
      lagSeconds.set(secondsBehind);
      return registry.metrics();
    },
    observeRequest: ({ method, route, status, seconds }: AnsweredRequest) =>
      requests.observe({ method, route, status }, seconds),
    countFailedEvent: createFailedEventCounter(registry),
    countEvents: ({ events: batch }: AppliedBatch) => {
      for (const event of batch) {
        events.inc({ type: event.type });
        if (event.type === 'AlertsDelivered') alerts.inc(countRecipients(event.data));
      }
    },
  };
}

function countRecipients(data: unknown): number {
  return typeof data === 'object' && data !== null && 'members' in data && Array.isArray(data.members)
    ? data.members.length
    : 0;
}
