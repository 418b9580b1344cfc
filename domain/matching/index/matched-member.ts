import { firstSearch } from '#domain/user/searches.contract.ts';

/** The values of a search that a listing was compared with; the ZIP stays in the member's stream. */
export type MatchFigures = {
  /** Great-circle miles from the centre of the ZIP, rounded to a tenth. */
  miles: number;
  radius: number;
  maxPrice: number;
};

/** A search that a listing fits, under the name that it has at that time. */
export type MatchedSearch = MatchFigures & { searchId: string; name: string };

/**
 * The searches of a member that a listing fits, the first search first; absent where it fits that one only. The figures
 * beside them are those of the first of them.
 */
export type FittingSearches = { searches?: MatchedSearch[] };

/** One member whom the listing matches. */
export type MatchedMember = FittingSearches & { userId: string; figures: MatchFigures };

export function listMatchedSearches({ searches, ...figures }: MatchFigures & FittingSearches): MatchedSearch[] {
  const { miles, radius, maxPrice } = figures;
  return searches ?? [{ searchId: firstSearch.id, name: firstSearch.name, miles, radius, maxPrice }];
}

export function idsOfSearches({ searches }: FittingSearches): string[] {
  return searches?.map(({ searchId }) => searchId) ?? [firstSearch.id];
}
