/** All thresholds of the classifier. Weights are those of the phrases; money is whole US dollars. */
export const thresholds = {
  /** By how much the evidence against a sale must outweigh that for it. */
  minRejectWeight: 3,
  minReviewWeight: 1,
  /** Minimum evidence of a type in the details, where the title names none. */
  minTypeInDetails: 3,
  /** The same at a price that only a sale has. */
  minTypeAtPrice: 2,
  /** A longer title is prose, and is read like details. */
  maxTitleLength: 140,
  /** Dwellings below these prices are far more often, or more often, for rent than for sale. */
  minUnlikelyRent: 2500,
  maybeMonthly: 5000,
  /** The same for flats in town. */
  maybeMonthlyFlat: 15_000,
  /** Anything cheaper is no property, unless strong words say that it is for sale. */
  minPropertyPrice: 100,
  maxMildWeight: 4,
  /** No monthly rent is this high, so words of renting are about tenants and neighbours. */
  maxMonthlyRent: 15_000,
  /**
   * The weight of a price (and of praise beside it) against a sale and for it, and the maximum weight of mere mentions
   * of renting.
   */
  weights: { surelyMonthly: 5, maybeMonthly: 2, praised: 2, sold: 2, surelySold: 5, talk: 6 },
  /** Facts come at the beginning; the rest of a long text is not read. */
  maxDetailsLength: 6000,
} as const;
