import * as z from 'zod';

export { visitPaths } from './paths.contract.ts';

const maxReferrerLength = 8000;

/** What `POST /api/visitors/track` takes, if anything: the page that led here, as `document.referrer` names it. */
export const visitBody = z
  .object({
    referrer: z
      .string('Referrer must be text')
      .max(maxReferrerLength, `Referrer must be at most ${maxReferrerLength} characters`)
      .nullish(),
  })
  .optional();
