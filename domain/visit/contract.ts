import * as z from 'zod';
import { defineEndpoints } from '#domain/shared/endpoint.contract.ts';
import { cleanForeignLine } from '#domain/shared/foreign-text.contract.ts';
import { visitRequest } from '#domain/shared/early-requests.contract.ts';

const maxReferrerLength = 8000;

/** Optional body of `POST /api/visitors/track`: the referring page, as in `document.referrer`. */
export const visitBody = z
  .object({
    referrer: z
      .string('Referrer must be text')
      .overwrite(cleanForeignLine)
      .max(maxReferrerLength, `Referrer must be at most ${maxReferrerLength} characters`)
      .nullish(),
  })
  .optional();

export const visitEndpoints = defineEndpoints('Visitors', {
  trackVisit: {
    ...visitRequest,
    access: 'anyone',
    status: 204,
    body: visitBody,
    errors: [429],
    waitsFor: ['visitors', 'visitor-stats'],
  },
});
