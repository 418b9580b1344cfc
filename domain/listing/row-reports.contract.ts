import * as z from 'zod';
import { defineEndpoints } from '#domain/shared/endpoint.contract.ts';
import { pagingQuery, textParameter } from '#domain/shared/query.contract.ts';
import { leftOutField, sourceId } from './contract.ts';
import { itemOutcome, itemViews, nullableText, quotedReason } from './facts.contract.ts';

export const rowReportKinds = ['rejected', 'left-out'] as const;

const time = (name: string) =>
  z.union([z.iso.datetime({ offset: true }), z.iso.date()], `${name} must be an ISO 8601 date or time`);

/** The filters of the list, without paging. */
export const rowReportFilters = z.object({
  /** Words of the title, the link, the reason and the quotes. */
  q: textParameter('q', 200).optional(),
  source: sourceId('source must be given once').optional(),
  kind: z.enum(rowReportKinds, `kind must be ${rowReportKinds.join(' or ')}`).optional(),
  /** Words of the reason. */
  reason: textParameter('reason', 200).optional(),
  since: time('since').optional(),
  /** Exclusive; a date means until its end. */
  until: time('until').optional(),
});
export type RowReportFilters = z.infer<typeof rowReportFilters>;

/**
 * A row of a source that was rejected, or of which a field was left out. Title and link are '' where they cannot be read;
 * times ISO 8601 in UTC.
 */
export const rowReport = z.object({
  id: z.string(),
  source: z.string(),
  at: z.string(),
  ...itemOutcome.shape,
  title: z.string(),
  link: z.string(),
  quotes: z.array(quotedReason),
  leftOut: z.array(leftOutField),
  /** Whether an admin can still put it into the review. */
  canBeTaken: z.boolean(),
  /** When an admin did. */
  takenAt: nullableText,
});
export type RowReport = z.infer<typeof rowReport>;

export const rowReportEndpoints = defineEndpoints('Listings', {
  /** Kept for RETENTION_DAYS; newest first. */
  listRowReports: {
    method: 'get',
    path: '/api/admin/rows',
    access: 'admin',
    query: z.object({ ...pagingQuery, ...rowReportFilters.shape }),
    response: z.array(rowReport),
  },
  /** Puts a rejected row into the review, whatever the rules say. */
  takeRow: {
    method: 'post',
    path: '/api/admin/rows/:id/take',
    access: 'admin',
    response: rowReport,
    errors: [409],
    waitsFor: itemViews,
  },
});
