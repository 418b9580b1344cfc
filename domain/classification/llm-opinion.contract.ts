import * as z from 'zod';
import { propertyTypes } from '#domain/listing/contract.ts';

/** What a second reader answers. Quotes must stand in the text of the listing. */
export const llmOpinion = z.object({
  verdict: z.enum(['match', 'reject', 'unsure']),
  propertyType: z.enum(propertyTypes).nullable(),
  quotes: z.array(z.string().max(500)).max(8),
});
export type LlmOpinion = z.infer<typeof llmOpinion>;
