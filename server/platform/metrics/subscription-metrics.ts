import { Counter, Gauge, type Registry } from 'prom-client';
import type { RunningSubscription, SubscriptionLag } from '#server/platform/subscriptions/subscriber.ts';

/** How far each subscription of this process is behind the log, read at each scrape. */
export function addSubscriptionMetrics(registry: Registry, listRunning: () => RunningSubscription[]): void {
  const gauge = (name: string, help: string, select: (lag: SubscriptionLag) => number) => {
    new Gauge({
      name,
      help,
      labelNames: ['subscription'],
      registers: [registry],
      collect() {
        this.reset();
        for (const { name: subscription, lag } of listRunning()) this.set({ subscription }, select(lag()));
      },
    });
  };
  gauge('subscription_lag_events', 'Events of the log that a subscription has not handled yet', ({ events }) => events);
  gauge(
    'subscription_lag_seconds',
    'Age of the first event that a subscription has not handled yet',
    ({ seconds }) => seconds,
  );
}

/** Counts an event that a subscription has set aside; those of a view, `views/<view>`, also by view. */
export function createFailedEventCounter(registry: Registry) {
  const registers = [registry];
  const failed = new Counter({
    name: 'subscription_failed_events_total',
    help: 'Events that a subscription has set aside, as it could not handle them',
    labelNames: ['subscription'],
    registers,
  });
  const viewFailures = new Counter({
    name: 'events_parked_total',
    help: 'Events that a view could not take in',
    labelNames: ['view'],
    registers,
  });
  return (subscription: string): void => {
    failed.inc({ subscription });
    const [kind, view] = subscription.split('/');
    if (kind === 'views' && view !== undefined) viewFailures.inc({ view });
  };
}
