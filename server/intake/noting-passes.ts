import type { Passes } from '../scout/passes.ts';
import type { Intake } from './intake.ts';

/** Whoever sends listings by themselves has looked through their source. */
export function notingPasses(intake: Intake, passes: Pick<Passes, 'note'>): Intake {
  return {
    ...intake,
    take: async (...given) => {
      const result = await intake.take(...given);
      passes.note(null);
      return result;
    },
  };
}
