import { flattenEvidence, type TextFeatures, findEvidence, type RejectionRule, weighEvidence } from './features.ts';
import { buses, otherGoods, householdSales, vehicleParts, recreationalVehicles } from './vocabulary/other-goods.ts';
import {
  otherAssessorCodes,
  saleBuyerMentions,
  commercialProperty,
  timesharesAndGraves,
  mobileHomeParks,
  servicePhrases,
  alreadySoldPhrases,
  parkingAndStorage,
  homeSpaceMentions,
  tradeBuildings,
  wantedAdPhrases,
  wantedTitlePhrases,
} from './vocabulary/wanted-ads-and-services.ts';
import {
  compilePhrases,
  findPhrases,
  findQuote,
  findMaxWeight,
  sumWeights,
  maskMatches,
} from '#domain/text/phrase-matcher.ts';
import { rentLikePriceReason, checkRental } from './rental-rule.ts';
import { thresholds } from './thresholds.ts';
import { buildRejection, buildReview, alreadySoldReason } from './verdict.ts';

/** Whether the title itself names a home or land, by more than an incidental word. */
const isPropertyNamedInTitle = ({ typeGuess, inTitle }: TextFeatures) =>
  typeGuess?.basis === 'title' && findMaxWeight(inTitle[typeGuess.type]) >= 3;

const checkOtherProperty: RejectionRule = (features) => {
  const sold = findPhrases(alreadySoldPhrases, features.title);
  if (sold.length > 0) return buildRejection(alreadySoldReason, sold);
  const never = findPhrases(timesharesAndGraves, features.title);
  if (never.length > 0) return buildRejection('It is a timeshare or a burial place, not a home or land', never);
  const space = findEvidence(
    parkingAndStorage,
    maskMatches(features.title, homeSpaceMentions),
    maskMatches(features.details, homeSpaceMentions),
  );
  const named = features.typeGuess !== null && features.typeGuess.basis !== 'address';
  return weighEvidence(space) > 0 && !named
    ? buildRejection('It is a parking or storage space, not a home or land', flattenEvidence(space))
    : null;
};

const checkWantedAd: RejectionRule = (features) => {
  const { title, saleTerms, typeGuess } = features;
  const plainTitle = maskMatches(title, saleBuyerMentions);
  const plainDetails = maskMatches(features.details, saleBuyerMentions);
  const asked = {
    title: findPhrases([...wantedAdPhrases, ...wantedTitlePhrases], plainTitle, title),
    details: findPhrases(wantedAdPhrases, plainDetails, features.details),
  };
  const excess = weighEvidence(asked) - (typeGuess === null ? 0 : weighEvidence(saleTerms));
  if (excess >= thresholds.minRejectWeight)
    return buildRejection('It looks for something, and sells no property', flattenEvidence(asked));
  return excess >= thresholds.minReviewWeight
    ? buildReview('Somebody may be looking for a property here rather than selling one', flattenEvidence(asked))
    : null;
};

const checkService: RejectionRule = (features) => {
  const found = findPhrases(servicePhrases, features.title);
  if (found.length === 0 || (features.typeGuess !== null && weighEvidence(features.saleTerms) > 0)) return null;
  const isPriced = (features.price ?? 0) >= thresholds.maybeMonthly;
  return isPropertyNamedInTitle(features) && isPriced
    ? buildReview('It may be a service rather than a property', found)
    : buildRejection('It is a service, not a home or land', found);
};

/** A title that names a home or land, not a vehicle converted into one. */
function isFixedDwelling({ typeGuess, inTitle, title }: TextFeatures): boolean {
  if (typeGuess === null) return false;
  if (typeGuess.type === 'house') return findMaxWeight(inTitle.house) >= 3;
  return typeGuess.basis === 'title' && (typeGuess.type !== 'tiny home' || findQuote(buses, title) === null);
}

const checkVehicle: RejectionRule = (features) => {
  const { title, details, typeGuess } = features;
  const found = findPhrases([...recreationalVehicles, { says: 'A vehicle', weight: 6, words: buses }], title);
  const parts =
    typeGuess?.basis === 'title' || typeGuess?.basis === 'address' ? [] : findPhrases(vehicleParts, details);
  if (parts.length < 2 && (found.length === 0 || isFixedDwelling(features))) return null;
  return buildRejection('It is a vehicle, not a home or land', [...found, ...parts]);
};

/** Whether goods in the title may only be included with a home or land. */
function mayComeWithProperty(features: TextFeatures): boolean {
  const { typeGuess, address, price } = features;
  if (isPropertyNamedInTitle(features)) return true;
  if (typeGuess === null) return false;
  if (address !== null && (address.hasPlace || address.isWholeTitle)) return true;
  return (
    findMaxWeight(typeGuess.matches) >= 2 &&
    (sumWeights(typeGuess.matches) > 3 || (price ?? 0) >= thresholds.maxMonthlyRent)
  );
}

const checkOtherGoods: RejectionRule = (features) => {
  const isCheap = (features.price ?? 0) < thresholds.maybeMonthly;
  const household = isCheap ? findPhrases(householdSales, features.title) : [];
  const found = mayComeWithProperty(features) ? household : [...household, ...findPhrases(otherGoods, features.title)];
  if (found.length === 0) return null;
  return buildRejection('It is other goods, not a home or land', found);
};

/** A type that a commercial building outweighs: known only from an address, an incidental word or an acreage. */
function isTypeDoubtful({ typeGuess, title, inTitle }: TextFeatures): boolean {
  if (typeGuess === null || typeGuess.basis === 'address') return true;
  if (findPhrases(commercialProperty, title).length > 0 && findMaxWeight(inTitle[typeGuess.type]) < 3) return true;
  return typeGuess.basis === 'details' && typeGuess.type === 'raw land' && sumWeights(typeGuess.matches) <= 3;
}

const checkCommercialProperty: RejectionRule = (features) => {
  const { title, details } = features;
  const trade = isTypeDoubtful(features) ? flattenEvidence(findEvidence(commercialProperty, title, details)) : [];
  const assessed = flattenEvidence(findEvidence(otherAssessorCodes, title, details));
  const standing = features.typeGuess?.type === 'raw land' ? findPhrases(tradeBuildings, title) : [];
  const found = [...assessed, ...findPhrases(mobileHomeParks, title), ...standing, ...trade];
  if (found.length === 0) return null;
  return buildReview('It looks like a commercial property, which is none of the four types', found);
};

/** Generic words for a property. */
const genericPropertyWords = compilePhrases`trailers?; units?; property; properties; place; building; real estate; investments?`;

/** Whether the price is too low for a home or land, as far as the words say. */
function isPriceTooLow({ price, title, saleTerms }: TextFeatures): boolean {
  if (price === null || price === 1 || price >= thresholds.maybeMonthly) return false;
  if (price < thresholds.minPropertyPrice) return findMaxWeight(flattenEvidence(saleTerms)) <= thresholds.maxMildWeight;
  return (
    weighEvidence(saleTerms) === 0 &&
    (price < thresholds.minUnlikelyRent || findQuote(genericPropertyWords, title) === null)
  );
}

const checkNoProperty: RejectionRule = (features) => {
  const { typeGuess, title, details } = features;
  if (typeGuess !== null || title.trim() === '' || !isPriceTooLow(features)) return null;
  const trade = findPhrases(commercialProperty, `${title}\n${details}`);
  return trade.length > 0
    ? buildRejection(rentLikePriceReason, trade)
    : buildRejection('Nothing in it names a home or land, and its price buys none', []);
};

/** Evidence against a match, checked in this order; the first rule that holds gives the verdict. */
export const rejectionRules: readonly RejectionRule[] = [
  checkOtherProperty,
  checkWantedAd,
  checkService,
  checkVehicle,
  checkOtherGoods,
  checkRental,
  checkNoProperty,
  checkCommercialProperty,
];
