/** All thresholds of the classifier. Shares are those of the model: what speaks for an outcome, of all that speaks. */
export const thresholds = {
  /** A decision needs at least this share; what reaches it for no outcome waits for a person. */
  minShare: 0.5,
  /** Below this half of what is accepted is wrong, and a wrong alert costs more than a look. */
  minAcceptedShare: 0.55,
  /** An optional language model is asked about what is accepted with less: one in four of it is wrong. */
  minSureShare: 0.9,
  /** A type that no phrase names needs this share. */
  minUnnamedShare: 0.6,
  /** So does a rejection that no phrase explains, of a text of at least this number of words. */
  minUnnamedReject: 0.6,
  minWords: 4,
  /** From this share on a type is named among those that contradict each other. */
  minDoubt: 0.15,
  /** Words must speak this clearly to reject, or to contradict, what the source states. */
  minStatedReject: 0.8,
  minContradiction: 0.6,
  /** In dollars; no monthly rent is this high. */
  maxMonthlyRent: 15_000,
  /** No flat is sold below this, and no house or mobile home that no word offers for sale below these. */
  maxUnitRent: 5000,
  maxHouseRent: 3000,
  maxCityRent: 9000,
  maxMobileRent: 1200,
  /** No dwelling is sold below this but at an auction or for its taxes, and no house below the second without a word of sale. */
  minDwellingPrice: 400,
  minHousePrice: 1000,
  /** A longer title is prose, and is read like details. */
  maxTitleLength: 140,
  /** Facts come at the beginning; the rest of a long text is not read. */
  maxDetailsLength: 6000,
  /** Single words and measures count up to here, phrases of the vocabulary further on too. */
  maxWordsLength: 1200,
} as const;
