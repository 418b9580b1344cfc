/** Every number that the scout's judgement hangs on. Weights are those of the phrases; money is whole US dollars. */
export const thresholds = {
  /** By how much the evidence against a sale must outweigh that for it. */
  reject: 3,
  review: 1,
  /** Least evidence of a type in the details, where the title names none. */
  typeInDetails: 3,
  /** The same at a price that only a sale has. */
  typeAtPrice: 2,
  /** A longer title is prose, and read as details are. */
  titleRead: 140,
  /** Dwellings under these prices are let by the month far more often, or more often, than sold. */
  surelyMonthly: 2500,
  maybeMonthly: 5000,
  /** The same for flats in town. */
  maybeMonthlyFlat: 15_000,
  /** Whatever costs less is no property, unless more than mild words say that it is sold. */
  buysNothing: 100,
  mildlySaid: 4,
  /** From here on nobody lets by the month, so talk of rent is about tenants and neighbours. */
  neverMonthly: 15_000,
  /** What a price (and praise beside it) weighs against a sale and for it, and the most that mere talk of renting weighs. */
  weights: { surelyMonthly: 5, maybeMonthly: 2, praised: 2, sold: 2, surelySold: 5, talk: 6 },
  /** Facts stand at the beginning; the rest of a long text is not read. */
  detailsRead: 6000,
} as const;
