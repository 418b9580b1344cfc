import * as z from 'zod';

/** Telephones as '313-555-0123', and email addresses in lower case, in the order of the text. */
export const listingContact = z.object({ phones: z.array(z.string()), emails: z.array(z.string()) });
export type ListingContact = z.infer<typeof listingContact>;
export const noContact: ListingContact = { phones: [], emails: [] };
