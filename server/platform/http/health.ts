import type { Request, Response } from 'express';
import { StoreDamaged, StoreMisconfigured } from '#projections/store/port.ts';
import { withTimeout } from '#server/lib/delay.ts';
import { isSameSecret } from '#server/lib/network/is-same-secret.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { LeaderElection } from '#server/platform/leader-election/leader-election.ts';
import type { ProjectionTracker } from '#server/platform/projector/projection-progress.ts';
import type { Probe } from '#server/platform/storage/probe.ts';
import { isLoopback } from './middleware/client-address.ts';
import { HttpError, sendRefusal, sendText } from './middleware/http-error.ts';
import { healthEndpoints } from './health.contract.ts';
import { type MachineRoute, machineRoute } from './routing/route.ts';

const probeTimeoutMs = 2000;

export type LeaderStatus = Pick<LeaderElection, 'task' | 'isLeading' | 'isWorking' | 'failureCount'>;

/** Metrics as text, in the format that `contentType` names. */
type MetricsText = {
  contentType: string;
  text: (projector: Pick<ProjectionTracker, 'measureLag'>, leaders: LeaderStatus[]) => Promise<string>;
};
type HealthDeps = {
  config: Pick<Config, 'metricsToken'>;
  projector: Pick<ProjectionTracker, 'ready' | 'measureLag'>;
  metrics: MetricsText;
  probes?: Probe[];
  /** The tasks that this process leads or is on standby for. */
  leaders?: LeaderElection[];
  /** Whether this process needs the views now. */
  needsViews?: () => boolean;
  /** What else is missing; null for nothing. */
  notReadyReason?: () => string | null;
  /** What fails in a process that is ready all the same; null for nothing. */
  warning?: () => string | null | Promise<string | null>;
};

/** Liveness, readiness and metrics. */
export function createHealthRoutes({
  config,
  projector,
  metrics,
  probes = [],
  leaders = [],
  ...own
}: HealthDeps): MachineRoute[] {
  const { needsViews = () => true, notReadyReason = () => null, warning = () => null } = own;
  let isBuilt = false;
  projector.ready.then(
    () => (isBuilt = true),
    () => undefined,
  );

  return [
    machineRoute(healthEndpoints.getLiveness, (_request, response) => {
      sendText(response, 200, 'alive');
    }),

    machineRoute(healthEndpoints.getReadiness, async (request, response) => {
      const reason =
        (await whyNotUsable(probes)) ??
        (needsViews() ? await whyNotReady(projector, isBuilt) : null) ??
        notReadyReason();
      if (reason !== null) {
        sendRefusal(request, response, { status: 503, text: reason, headers: { 'Retry-After': '1' } });
        return;
      }
      const failure = await withTimeout(Promise.resolve(warning()), probeTimeoutMs, () => null);
      sendText(response, 200, failure === null ? 'ready' : `ready, but: ${failure}`);
    }),

    machineRoute(healthEndpoints.getMetrics, async (request, response) => {
      assertMetricsAccess(request, response, config.metricsToken);
      response.type(metrics.contentType).send(await metrics.text(projector, leaders));
    }),
  ];
}

/** All failures of the stores; null for none. */
async function whyNotUsable(probes: Probe[]): Promise<string | null> {
  const faults = await Promise.all(
    probes.map(async ({ failureMessage: silent, check }) => {
      try {
        await withTimeout(check(), probeTimeoutMs, () => Promise.reject(new Error(silent)));
        return null;
      } catch (error) {
        const isForOperator = error instanceof StoreDamaged || error instanceof StoreMisconfigured;
        return isForOperator ? error.message : silent;
      }
    }),
  );
  const problems = new Set(faults.filter((fault) => fault !== null));
  return problems.size === 0 ? null : [...problems].join(' ');
}

/** How far the views are behind is no reason: a metric says it. */
async function whyNotReady(projector: HealthDeps['projector'], isBuilt: boolean): Promise<string | null> {
  if (isBuilt) return null;
  const orNull = () => null;
  const lag = await withTimeout(projector.measureLag(), probeTimeoutMs, orNull).catch(orNull);
  return lag === null ? 'The stores are unreachable' : `The views are being built: at ${lag.position} of ${lag.head}`;
}

function assertMetricsAccess(request: Request, response: Response, token: string | null): void {
  const given = request.get('authorization') ?? '';
  if (isLoopback(request) || (token !== null && isSameSecret(given, `Bearer ${token}`))) return;
  response.set('WWW-Authenticate', 'Bearer');
  throw new HttpError(401, 'Metrics require loopback access or a valid METRICS_TOKEN');
}
