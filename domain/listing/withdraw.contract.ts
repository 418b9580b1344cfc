import * as z from 'zod';

export const withdrawPath = (id: string) => `/api/admin/listings/${id}/withdraw`;

/** Body of `POST /api/admin/listings/{id}/withdraw`; `id` may also be that of an alert. */
export const withdrawBody = z.object({
  reason: z
    .string('reason is required')
    .trim()
    .min(1, 'reason is required')
    .max(200, 'reason must be at most 200 characters'),
});
