import * as z from 'zod';
import { propertyTypes } from '#domain/listing/contract.ts';

/** The answer of the LLM. Quotes must occur in the text of the listing. */
export const llmOpinion = z.object({
  verdict: z.enum(['match', 'reject', 'unsure']),
  propertyType: z.enum(propertyTypes).nullable(),
  quotes: z.array(z.string().max(500)).max(8),
});
export type LlmOpinion = z.infer<typeof llmOpinion>;
