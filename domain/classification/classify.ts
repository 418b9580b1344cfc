import { parseAddress } from '#domain/geo/address.ts';
import { type TextFeatures, extractFeatures } from './features.ts';
import { findNormalizedSignals } from './vocabulary/off-market-signals.ts';
import { stripPromptInjection } from '#domain/text/prompt-injection.ts';
import { rejectionRules } from './rules.ts';
import { toReasons } from '#domain/text/phrase-matcher.ts';
import { normalizeText } from '#domain/text/text-normalization.ts';
import { thresholds } from './thresholds.ts';
import type { ListingText, ClassificationVerdict } from './verdict.ts';

function buildMatch({
  typeGuess,
  title,
  details,
}: TextFeatures): Extract<ClassificationVerdict, { verdict: 'match' }> | null {
  if (typeGuess === null) return null;
  const cues = findNormalizedSignals(title, details);
  return {
    verdict: 'match',
    propertyType: typeGuess.type,
    reasons: [...toReasons(typeGuess.matches), ...toReasons(cues)],
  };
}

/** A long title is prose and is read like details; text addressed to an LLM is not read. */
function analyzeText({ title, details, price }: ListingText) {
  const isProse = title.length > thresholds.maxTitleLength;
  const asTitle = normalizeText('words', isProse ? '' : title);
  const asAddress = normalizeText('figures', isProse ? '' : title);
  const asDetails = normalizeText(
    'words',
    (isProse ? `${title}\n${details}` : details).slice(0, thresholds.maxDetailsLength),
  );
  const features = extractFeatures({
    title: stripPromptInjection(asTitle.normalized),
    details: stripPromptInjection(asDetails.normalized),
    address: parseAddress(asAddress.normalized),
    price: price === 0 ? null : price,
  });
  const readings = [asTitle, asDetails, asAddress];
  const literal = (quote: string) =>
    readings.map((reading) => reading.toOriginal(quote)).find((words) => words !== null) ?? quote;
  const quoting = <V extends ClassificationVerdict>(verdict: V): V => ({
    ...verdict,
    reasons: verdict.reasons.map(({ says, quote }) => ({ says, quote: literal(quote) })),
  });
  return { theCase: features, quoting };
}

/** The type that the words name, even where other evidence rules out a match; null where they name none. */
export function detectType(listing: ListingText): Extract<ClassificationVerdict, { verdict: 'match' }> | null {
  const { theCase: features, quoting } = analyzeText(listing);
  const found = buildMatch(features);
  return found === null ? null : quoting(found);
}

/**
 * Whether this offers a house, a mobile home, raw land or a tiny home for sale. Any dwelling that is neither mobile nor
 * tiny is a house, and so is a building at a street address unless the text says otherwise.
 */
export function classify(listing: ListingText): ClassificationVerdict {
  const { theCase: features, quoting } = analyzeText(listing);
  return quoting(decideVerdict(features));
}

function decideVerdict(features: TextFeatures): ClassificationVerdict {
  for (const objection of rejectionRules) {
    const verdict = objection(features);
    if (verdict !== null) return verdict;
  }
  return (
    buildMatch(features) ?? {
      verdict: 'review',
      reason: 'Nothing in it says whether this is a house, a mobile home, land or a tiny home',
      reasons: toReasons([...features.saleTerms.title, ...features.saleTerms.details]),
    }
  );
}
