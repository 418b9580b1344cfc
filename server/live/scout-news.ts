import type { ScoutView, SourceView } from '#domain/source/contract.ts';
import type { Context } from '../context.ts';
import { shownSources } from '../scout/sources/shown.ts';
import { scoutStatus } from '../scout/sources/status.ts';

/** In ms. Figures of other processes come by the stores, so that these have to be looked at. */
const looksEvery = 2_000;

type Parts = {
  context: Context;
  isAnybodyThere: () => boolean;
  /** The ids of sources that changed; none where something else did. */
  tell: (ids: string[]) => void;
};

/** Tells how the scout does, whenever that has changed, as long as somebody is there to hear it; until stopped. */
export function startScoutNews({ context, isAnybodyThere, tell }: Parts): { stop: () => void } {
  let known: Map<string, string> | null = null;
  let isLooking = false;

  const look = async () => {
    const [sources, status] = await Promise.all([shownSources(context), scoutStatus(context)]);
    const seen = seenIn(sources, status);
    // Whoever came since the last look may have read what was before.
    const news = [...seen].filter(([key, text]) => known?.get(key) !== text);
    known = seen;
    if (news.length > 0) tell(news.map(([key]) => key).filter((key) => key !== ''));
  };
  const timer = setInterval(() => {
    if (!isAnybodyThere()) known = null;
    if (isLooking || !isAnybodyThere()) return;
    isLooking = true;
    look()
      .catch(() => undefined) // the next look is soon
      .finally(() => {
        isLooking = false;
      });
  }, looksEvery).unref();
  return { stop: () => clearInterval(timer) };
}

/** By id; what is of no source under none. */
function seenIn(sources: SourceView[], status: ScoutView): Map<string, string> {
  return new Map([['', JSON.stringify(status)], ...sources.map((one) => [one.id, JSON.stringify(one)] as const)]);
}
