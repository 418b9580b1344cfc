import * as z from 'zod';

export const problemType = 'application/problem+json';

/** RFC 9457. `detail` is the sentence that is otherwise the answer; `field` is the part of the request it is about. */
export const problem = z.object({
  type: z.literal('about:blank'),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
  field: z.string().optional(),
});
