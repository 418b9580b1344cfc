import * as z from 'zod';

export { visitPaths } from './paths.contract.ts';

const maxReferrerLength = 8000;

/** Optional body of `POST /api/visitors/track`: the referring page, as in `document.referrer`. */
export const visitBody = z
  .object({
    referrer: z
      .string('Referrer must be text')
      .max(maxReferrerLength, `Referrer must be at most ${maxReferrerLength} characters`)
      .nullish(),
  })
  .optional();
