import { intakeItem } from '#domain/listing/contract.ts';
import type { ListingLocation } from '#domain/listing/events.ts';
import { builtInSources } from '#domain/listing/built-in-sources.ts';
import { loadGazetteer } from '#server/modules/geo/index.ts';
import type { ScoutActivityTracker } from './registry/scout-activity.ts';
import type { Intake } from '#server/modules/intake/index.ts';

/** What somebody types in is one offer, and no look at any area. */
const manualSources: ReadonlySet<string> = new Set([builtInSources.sell, builtInSources.entry]);

/** Whoever sends listings by themselves says where they looked by what they send. */
export function withActivityTracking(intake: Intake, passes: Pick<ScoutActivityTracker, 'noteAt'>): Intake {
  return {
    ...intake,
    take: async (source, items, ...given) => {
      const result = await intake.take(source, items, ...given);
      if (!manualSources.has(source)) passes.noteAt(await locateItems(items));
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
