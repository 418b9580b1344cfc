/** The filter values of a member that a listing was compared with; the ZIP stays in the member's stream. */
export type MatchFigures = {
  /** Great-circle miles from the centre of the member's ZIP, rounded to a tenth. */
  miles: number;
  radius: number;
  maxPrice: number;
};

/** One member whom the listing matches. */
export type MatchedMember = { userId: string; figures: MatchFigures };
