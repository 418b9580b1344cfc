import { flattenEvidence, type TextFeatures, type Evidence, type RejectionRule, weighEvidence } from './features.ts';
import { compilePhrases, findPhrases, findQuote, sumWeights, maskMatches } from '#domain/text/phrase-matcher.ts';
import { isHomePad, weighPriceAsRent, weighPriceAsSale } from './rental-price.ts';
import {
  amenities,
  monthlyPaymentLabel,
  rentalOffers,
  saleRentMentions,
  rentalHints,
} from './vocabulary/rental-terms.ts';
import { thresholds } from './thresholds.ts';
import { buildRejection, buildReview } from './verdict.ts';

const { weights } = thresholds;
/** For rent now and perhaps for sale later: only the price of a home decides between the two. */
const rentToOwnWords = compilePhrases`
  rent to own; lease (?:to own|option|purchase); option to (?:buy|own); (?:sale|sell) or (?:for )?(?:rent|lease);
  (?:rent|lease) or (?:for )?(?:sale|sell|buy)`;

/** Land is also paid off in monthly instalments. */
const isPaidByMonth = ({ typeGuess, price, title }: TextFeatures) =>
  typeGuess?.type === 'raw land' && (price === null || price >= thresholds.minUnlikelyRent) && !isHomePad(title);

/** Words that state renting explicitly, and words that only accompany it. */
function findRentEvidence(features: TextFeatures): { offers: Evidence; hints: Evidence } {
  const { title, details, price } = features;
  const plainTitle = maskMatches(title, saleRentMentions);
  const plainDetails = maskMatches(details, saleRentMentions);
  const talk = isPaidByMonth(features) ? rentalHints.filter(({ says }) => says !== monthlyPaymentLabel) : rentalHints;
  const goingWithIt = [...talk, ...amenities];
  return {
    offers: {
      title: findPhrases(rentalOffers, plainTitle, title),
      details: findPhrases(rentalOffers, plainDetails, details),
    },
    hints: {
      title: findPhrases(goingWithIt, plainTitle, title),
      // Without a price, long praise of a home indicates no rental.
      details: findPhrases(price === null ? talk : goingWithIt, plainDetails, details),
    },
  };
}

/** From the price alone. */
export const rentLikePriceReason = "Nothing says that it is for sale, and its price reads like a month's rent";

const isRentToOwn = ({ title, price }: TextFeatures) =>
  findQuote(rentToOwnWords, title) !== null && (price === null || price < thresholds.maybeMonthly);

/** By how much the evidence for renting outweighs that for a sale. */
function computeRentExcess(
  features: TextFeatures,
  { offers, hints }: ReturnType<typeof findRentEvidence>,
  isDear: boolean,
): number {
  const rent = isDear
    ? sumWeights(offers.title)
    : weighEvidence(offers) + Math.min(weighEvidence(hints), weights.talk) + weighPriceAsRent(features);
  return rent - weighEvidence(features.saleTerms) - (offers.title.length > 0 ? 0 : weighPriceAsSale(features));
}

export const checkRental: RejectionRule = (features) => {
  const price = features.price ?? 0;
  const isDear = price >= thresholds.maxMonthlyRent;
  const rent = findRentEvidence(features);
  const found = [...flattenEvidence(rent.offers), ...(isDear ? [] : flattenEvidence(rent.hints))];
  if (features.typeGuess === null && found.length === 0) return null;
  const isBoth = rent.offers.title.length === 0 && isRentToOwn(features);
  // It may also be for sale, despite the evidence for renting.
  const excess = isBoth ? thresholds.minReviewWeight : computeRentExcess(features, rent, isDear);
  if (excess < thresholds.minReviewWeight) return null;
  if (excess < thresholds.minRejectWeight) return buildReview('It may be for rent rather than for sale', found);
  return found.length > 0
    ? buildRejection('It is for rent, not for sale', found)
    : buildRejection(rentLikePriceReason, found);
};
