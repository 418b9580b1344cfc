import { intakeItem } from '#domain/listing/contract.ts';
import type { Place } from '#domain/listing/events.ts';
import { ownSources } from '#domain/listing/own-sources.ts';
import { loadGazetteer } from '#server/modules/geo/index.ts';
import type { Passes } from './registry/passes.ts';
import type { Intake } from '#server/modules/intake/index.ts';

/** What somebody types in is one offer, and no look at any area. */
const typedIn: ReadonlySet<string> = new Set([ownSources.sell, ownSources.entry]);

/** Whoever sends listings by themselves says where they looked by what they send. */
export function notingPasses(intake: Intake, passes: Pick<Passes, 'noteAt'>): Intake {
  return {
    ...intake,
    take: async (source, items, ...given) => {
      const result = await intake.take(source, items, ...given);
      if (!typedIn.has(source)) passes.noteAt(await placesOf(items));
      return result;
    },
  };
}

async function placesOf(items: unknown[]): Promise<Place[]> {
  const { locate } = await loadGazetteer();
  return items.flatMap((raw) => {
    const { data } = intakeItem.safeParse(raw);
    const place = data ? locate(data) : null;
    return place ? [place] : [];
  });
}
