import * as z from 'zod';
import { cleanForeignText } from '#domain/shared/foreign-text.contract.ts';

export const listingStatuses = ['called', 'offered', 'won', 'dead'] as const;
export type ListingStatus = (typeof listingStatuses)[number];
export const statusNames: Record<ListingStatus, string> = {
  called: 'Called',
  offered: 'Offered',
  won: 'Won',
  dead: 'Dead',
};

/** What a member noted about a listing; `note` is kept like their personal data. */
export const listingMarks = z.object({
  read: z.boolean(),
  saved: z.boolean(),
  hidden: z.boolean(),
  note: z.string(),
  /** How far the member got with it. */
  status: z.enum(listingStatuses).nullable(),
});
export type ListingMarks = z.infer<typeof listingMarks>;
export const noMarks: ListingMarks = { read: false, saved: false, hidden: false, note: '', status: null };

/** The marks of what holds more. */
export function pickMarks({ read, saved, hidden, note, status }: ListingMarks): ListingMarks {
  return { read, saved, hidden, note, status };
}

const flag = (name: string) => z.boolean(`${name} must be true or false`).optional();

/** Body of `PUT /api/listings/{id}/marks`: absent fields keep their value, an empty note clears it. */
export const marksBody = z.object({
  read: flag('read'),
  saved: flag('saved'),
  hidden: flag('hidden'),
  note: z
    .string('note must be text')
    .overwrite(cleanForeignText)
    .trim()
    .max(2000, 'note must be at most 2,000 characters')
    .optional(),
  status: z
    .enum(listingStatuses, `status must be null or one of ${listingStatuses.join(', ')}`)
    .nullable()
    .optional(),
});
export type MarksBody = z.infer<typeof marksBody>;
