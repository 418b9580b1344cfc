/**
 * Stream `mark-<markId>`, one event each: what a member noted about a listing that they were alerted of. Absent fields
 * keep their value.
 */
export type MarkEvent = {
  type: 'ListingMarked';
  data: { userId: string; listingId: string; read?: boolean; saved?: boolean; hidden?: boolean; note?: string };
};
