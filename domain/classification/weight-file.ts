import * as z from 'zod';
import { outcomes } from './model.ts';
import { heldOutFigures } from './weights-in-use.contract.ts';

export const weightFileFormat = 'weights/1';

/** Weights that were fitted to corrections too, for WEIGHTS_FILE. */
export const weightFile = z.object({
  format: z.literal(weightFileFormat),
  heldOut: heldOutFigures,
  weights: z.record(z.string(), z.array(z.number()).length(outcomes.length)),
});
export type WeightFile = z.infer<typeof weightFile>;
