import * as z from 'zod';
import { outcomes } from '../model.ts';

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
  said: z.enum(outcomes),
  label: z.enum([...outcomes, 'match']),
});
export type Correction = z.infer<typeof correction>;
