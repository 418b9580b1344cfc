import * as z from 'zod';

export const maxBulkIds = 500;

/** The ids of a bulk action. */
export const bulkIds = z
  .array(z.string('ids must be a list of texts'), 'ids must be a list')
  .min(1, 'ids must name at least one')
  .max(maxBulkIds, `ids must name at most ${maxBulkIds}`);

/** How many a bulk action changed, and why it did not change the others. */
export const bulkOutcome = z.object({
  done: z.number(),
  failed: z.array(z.object({ id: z.string(), reason: z.string() })),
});
export type BulkOutcome = z.infer<typeof bulkOutcome>;
