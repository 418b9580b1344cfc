import type { ScoutView, SourceView } from '#domain/source/contract.ts';
import type { Documents, ViewReader } from '#projections/store/port.ts';
import { presentSources } from '#server/modules/sources/present-sources.ts';
import type { SourceServices } from '#server/modules/sources/registry/source-services.ts';
import { readScoutStatus } from '#server/modules/monitoring/status.ts';
import type { Clock } from '#server/lib/clock.ts';

/** In ms. The metrics of other processes are only in the stores, which have to be polled. */
const pollIntervalMs = 2_000;

export type ScoutBroadcastDeps = {
  config: Parameters<typeof readScoutStatus>[0]['config'];
  views: ViewReader;
  documents: Documents;
  sources: SourceServices;
  clock: Clock;
};

type ScoutBroadcastOptions = {
  deps: ScoutBroadcastDeps;
  hasListeners: () => boolean;
  /** The ids of sources that changed; empty where something else did. */
  send: (ids: string[]) => void;
};

/** Polls the scout's status while a client is connected, and reports changes, until stopped. */
export function startScoutStatusBroadcast({ deps, hasListeners, send }: ScoutBroadcastOptions): { stop: () => void } {
  let known: Map<string, string> | null = null;
  let isPolling = false;

  const poll = async () => {
    const [sources, status] = await Promise.all([presentSources(deps), readScoutStatus(deps)]);
    const latest = serializeStates(sources, status);
    // A client that connected since the last poll may have read the older state.
    const changes = [...latest].filter(([key, text]) => known?.get(key) !== text);
    known = latest;
    if (changes.length > 0) send(changes.map(([key]) => key).filter((key) => key !== ''));
  };
  const timer = setInterval(() => {
    if (!hasListeners()) known = null;
    if (isPolling || !hasListeners()) return;
    isPolling = true;
    poll()
      .catch(() => undefined) // the next poll is soon
      .finally(() => {
        isPolling = false;
      });
  }, pollIntervalMs).unref();
  return { stop: () => clearInterval(timer) };
}

/** By the id of a source; the scout's own status under an empty one. */
function serializeStates(sources: SourceView[], status: ScoutView): Map<string, string> {
  return new Map([['', JSON.stringify(status)], ...sources.map((one) => [one.id, JSON.stringify(one)] as const)]);
}
