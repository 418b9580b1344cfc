import { ownSources } from '#domain/source/contract.ts';
import type { Passes } from '../scout/passes.ts';
import type { Intake } from './intake.ts';

/** What somebody types in is one offer, and no look at any area. */
const typedIn: ReadonlySet<string> = new Set([ownSources.sell, ownSources.entry]);

/** Whoever sends listings by themselves has looked through their source. */
export function notingPasses(intake: Intake, passes: Pick<Passes, 'note'>): Intake {
  return {
    ...intake,
    take: async (source, ...given) => {
      const result = await intake.take(source, ...given);
      if (!typedIn.has(source)) passes.note(null);
      return result;
    },
  };
}
