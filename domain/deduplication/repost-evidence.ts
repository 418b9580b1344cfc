/** Why two listings are one property, and the parcel, address or words that say so. */
export type RepostEvidence = { by: 'parcel' | 'address' | 'picture' | 'text'; quote: string };

/** The listing that another one reposts, and why. */
export type RepostMatch = { listingId: string; evidence: RepostEvidence };

const evidenceNames = {
  parcel: 'The same parcel',
  address: 'The same address',
  picture: 'The same picture and place',
  text: 'The same text and place',
};

/** 'The same parcel: 21045331'. */
export const describeEvidence = ({ by, quote }: RepostEvidence): string => `${evidenceNames[by]}: ${quote}`;

/** A lower price is only believed of the same parcel or address; a similar text may be of the house next door. */
export const tellsPrice = ({ by }: RepostEvidence): boolean => by === 'parcel' || by === 'address';
