import type { BulkOutcome } from '#domain/shared/bulk.contract.ts';
import { toErrorResponse } from '../middleware/http-error.ts';

/** Runs a command for each id in turn and collects refusals. Any other failure ends the run and is thrown. */
export async function runBulk(ids: readonly string[], act: (id: string) => Promise<unknown>): Promise<BulkOutcome> {
  const failed: BulkOutcome['failed'] = [];
  const distinctIds = new Set(ids);
  for (const id of distinctIds) {
    try {
      await act(id);
    } catch (error) {
      const refusal = toErrorResponse(error);
      if (refusal === null || refusal.status >= 500) throw error;
      failed.push({ id, reason: refusal.text });
    }
  }
  return { done: distinctIds.size - failed.length, failed };
}
