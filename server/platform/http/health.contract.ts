import { defineEndpoints } from '#domain/shared/endpoint.contract.ts';

const forMachines = { method: 'get', access: 'machine', responseTypes: ['text/plain'] } as const;

export const healthEndpoints = defineEndpoints('Operations', {
  getLiveness: { ...forMachines, path: '/healthz', description: 'Whether the process is alive.' },
  getReadiness: {
    ...forMachines,
    path: '/readyz',
    description: 'Whether the stores answer and the views are present.',
    errors: [503],
  },
  getMetrics: {
    ...forMachines,
    path: '/metrics',
    description: 'Metrics for Prometheus: for this machine, or with METRICS_TOKEN as bearer token.',
    errors: [401],
  },
});
