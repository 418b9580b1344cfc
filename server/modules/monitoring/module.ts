import { defineModule } from '#server/platform/modules/module.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { addScoutMetrics, createLatencyMetric } from './metrics.ts';
import { runMonitoringWorker } from './monitoring-worker.ts';
import { scoutRoutes, statusRoutes } from './routes.ts';

export const monitoringModule = defineModule({
  name: 'monitoring',
  provide: ({ registry }: Pick<Platform, 'registry'>) => ({ observeLatency: createLatencyMetric(registry) }),
  routes: [scoutRoutes, statusRoutes],
  metrics: [addScoutMetrics],
  subscriptions: { latency: { does: 'Counts how fast alerts are delivered.', lease: 'monitoring' } },
  workers: [{ role: 'readsLog', run: runMonitoringWorker }],
});
