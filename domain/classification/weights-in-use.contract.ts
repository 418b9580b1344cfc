import * as z from 'zod';

const share = z.number().min(0).max(1);

/** The shares of texts that were never trained on and are decided as labeled: by the built-in weights, and by others. */
export const heldOutFigures = z.object({ texts: z.int().positive(), before: share, after: share });
export type HeldOutFigures = z.infer<typeof heldOutFigures>;

/** Which weights classify listings; `heldOut` are the figures of the file that WEIGHTS_FILE names, null without one. */
export const weightsInUse = z.object({ used: z.enum(['built-in', 'file']), heldOut: heldOutFigures.nullable() });
export type WeightsInUse = z.infer<typeof weightsInUse>;
