import * as z from 'zod';
import { propertyTypes } from '#domain/listing/property-types.contract.ts';

/** What a text is judged as: a type, no offer, or open. */
export const outcomes = [...propertyTypes, 'reject', 'review'] as const;
export type Outcome = (typeof outcomes)[number];

/** A line of corrections.jsonl: what the rules and then a person said of a text. `label` 'match' is any type. */
export const correction = z.object({
  at: z.string(),
  source: z.string(),
  text: z.object({
    title: z.string(),
    details: z.string(),
    price: z.number().nullable(),
    propertyType: z.string().optional(),
  }),
  judged: z.enum(outcomes),
  label: z.enum([...outcomes, 'match']),
});
export type Correction = z.infer<typeof correction>;

const share = z.number().min(0).max(1);

/** The shares of texts that were never trained on and are decided as labeled: by the built-in weights, and by others. */
const heldOutFigures = z.object({ texts: z.int().positive(), before: share, after: share });
export type HeldOutFigures = z.infer<typeof heldOutFigures>;

export const weightFileFormat = 'weights/1';

/** Weights that were fitted to corrections too, for WEIGHTS_FILE; of each feature one for each outcome. */
export const weightFile = z.object({
  format: z.literal(weightFileFormat),
  heldOut: heldOutFigures,
  weights: z.record(z.string(), z.array(z.number()).length(outcomes.length)),
});
export type WeightFile = z.infer<typeof weightFile>;

/** Which weights classify listings; `heldOut` are the figures of the file that WEIGHTS_FILE names, null without one. */
export const weightsInUse = z.object({ used: z.enum(['built-in', 'file']), heldOut: heldOutFigures.nullable() });
export type WeightsInUse = z.infer<typeof weightsInUse>;

const count = z.number();
const figures = { overruled: count, decided: count };

/** How many decisions of people on listings of a source overruled the rules, also by what the rules had said. */
export const overruledSource = z.object({
  source: z.string(),
  ...figures,
  verdicts: z.array(z.object({ judged: z.string(), ...figures })),
});
export type OverruledSource = z.infer<typeof overruledSource>;
