import type { Logger } from 'pino';
import type { ScoutView, SourceView } from '#domain/source/contract.ts';
import { presentSources } from '#server/modules/sources/present-sources.ts';
import type { SourceServices } from '#server/modules/sources/registry/source-services.ts';
import { readScoutStatus, type ScoutStatusDeps } from '#server/modules/monitoring/status.ts';
import { runEvery, type Schedule } from '#server/lib/scheduler.ts';

/** In ms. The metrics of other processes are only in the stores, which have to be polled. */
const pollIntervalMs = 2_000;

export type ScoutBroadcastDeps = ScoutStatusDeps & {
  sources: SourceServices;
  log: Pick<Logger, 'error'>;
};

type ScoutBroadcastOptions = {
  deps: ScoutBroadcastDeps;
  hasListeners: () => boolean;
  /** The ids of sources that changed; empty where something else did. */
  send: (ids: string[]) => void;
};

/** Polls the scout's status while a client is connected, and reports changes, until `stop`. */
export function startScoutStatusBroadcast({ deps, hasListeners, send }: ScoutBroadcastOptions): Schedule {
  let lastStates: Map<string, string> | null = null;

  const poll = async () => {
    if (!hasListeners()) {
      lastStates = null;
      return;
    }
    const [sources, status] = await Promise.all([presentSources(deps), readScoutStatus(deps)]);
    const latest = serializeStates(sources, status);
    // A client that connected since the last poll may have read the older state.
    const changes = [...latest].filter(([key, text]) => lastStates?.get(key) !== text);
    lastStates = latest;
    if (changes.length > 0) send(changes.map(([key]) => key).filter((key) => key !== ''));
  };
  const failureMessage = 'Failed to read the status of the scout; retrying';
  return runEvery({ work: poll, intervalMs: pollIntervalMs, log: deps.log, failureMessage });
}

/** By the id of a source; the scout's own status under an empty one. */
function serializeStates(sources: SourceView[], status: ScoutView): Map<string, string> {
  return new Map([['', JSON.stringify(status)], ...sources.map((one) => [one.id, JSON.stringify(one)] as const)]);
}
