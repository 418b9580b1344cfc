import type { ListingStatus } from '#domain/listing/marks.contract.ts';

/**
 * Stream `mark-<markId>`, one event each: what a member noted about a listing that they were alerted of. Absent fields
 * keep their value. The member is sealed, as in an alert: a mark soon follows its alert, whose place would show where
 * the member lives.
 */
export type MarkEvent = { type: 'ListingMarked'; data: { members: MemberMark[] } };

/** The only member of a mark; one who was deleted has no listing. */
export type MemberMark = {
  userId: string;
  listingId: string | null;
  read?: boolean;
  saved?: boolean;
  hidden?: boolean;
  note?: string;
  status?: ListingStatus | null;
  token?: string;
};
