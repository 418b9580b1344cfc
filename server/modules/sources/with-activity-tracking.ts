import { intakeItem } from '#domain/listing/contract.ts';
import type { ListingLocation } from '#domain/listing/events.ts';
import { builtInSources } from '#domain/listing/built-in-sources.ts';
import { loadGazetteer } from '#server/modules/geo/index.ts';
import type { ScoutActivityTracker } from './registry/scout-activity.ts';
import type { Intake } from '#server/modules/intake/index.ts';

/** A typed-in offer is a single listing and covers no area. */
const manualSources: ReadonlySet<string> = new Set([builtInSources.sell, builtInSources.entry]);

/** Push sources have no declared coverage; record the locations of the listings they send. */
export function withActivityTracking(intake: Intake, passes: Pick<ScoutActivityTracker, 'recordAt'>): Intake {
  return {
    ...intake,
    take: async (source, items, ...args) => {
      const result = await intake.take(source, items, ...args);
      if (!manualSources.has(source)) passes.recordAt(await locateItems(items));
      return result;
    },
  };
}

async function locateItems(items: unknown[]): Promise<ListingLocation[]> {
  const { locate } = await loadGazetteer();
  return items.flatMap((raw) => {
    const { data } = intakeItem.safeParse(raw);
    const place = data ? locate(data) : null;
    return place ? [place] : [];
  });
}
