import type { ScoutView, SourceView } from '#domain/source/contract.ts';
import type { Documents, ViewReader } from '#projections/store/port.ts';
import { shownSources } from '#server/modules/sources/shown.ts';
import type { Sources } from '#server/modules/sources/registry/sources.ts';
import { scoutStatus } from '#server/modules/monitoring/status.ts';
import type { Clock } from '#server/lib/clock.ts';

/** In ms. The figures of other processes are only in the stores, which have to be polled. */
const looksEvery = 2_000;

export type ScoutNewsDeps = {
  config: Parameters<typeof scoutStatus>[0]['config'];
  views: ViewReader;
  documents: Documents;
  sources: Sources;
  clock: Clock;
};

type Parts = {
  deps: ScoutNewsDeps;
  isAnybodyThere: () => boolean;
  /** The ids of sources that changed; none where something else did. */
  tell: (ids: string[]) => void;
};

/** Polls the scout's status while anybody is connected, and reports changes, until stopped. */
export function startScoutNews({ deps, isAnybodyThere, tell }: Parts): { stop: () => void } {
  let known: Map<string, string> | null = null;
  let isLooking = false;

  const look = async () => {
    const [sources, status] = await Promise.all([shownSources(deps), scoutStatus(deps)]);
    const seen = seenIn(sources, status);
    // A client that connected since the last poll may have read the older state.
    const news = [...seen].filter(([key, text]) => known?.get(key) !== text);
    known = seen;
    if (news.length > 0) tell(news.map(([key]) => key).filter((key) => key !== ''));
  };
  const timer = setInterval(() => {
    if (!isAnybodyThere()) known = null;
    if (isLooking || !isAnybodyThere()) return;
    isLooking = true;
    look()
      .catch(() => undefined) // the next poll is soon
      .finally(() => {
        isLooking = false;
      });
  }, looksEvery).unref();
  return { stop: () => clearInterval(timer) };
}

/** By the id of a source; the scout's own status under an empty one. */
function seenIn(sources: SourceView[], status: ScoutView): Map<string, string> {
  return new Map([['', JSON.stringify(status)], ...sources.map((one) => [one.id, JSON.stringify(one)] as const)]);
}
