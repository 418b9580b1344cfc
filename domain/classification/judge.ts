import { addressIn } from '#domain/geo/address.ts';
import { type Case, caseOf } from './case.ts';
import { cuesRead } from './vocabulary/cues.ts';
import { withoutMachineTalk } from '#domain/text/machine-talk.ts';
import { objections } from './objections.ts';
import { reasonsOf } from '#domain/text/phrases.ts';
import { readAs } from '#domain/text/reading.ts';
import { thresholds } from './thresholds.ts';
import type { Judged, Verdict } from './verdict.ts';

function matched({ typed, title, details }: Case): Extract<Verdict, { verdict: 'match' }> | null {
  if (typed === null) return null;
  const cues = cuesRead(title, details);
  return { verdict: 'match', propertyType: typed.type, reasons: [...reasonsOf(typed.found), ...reasonsOf(cues)] };
}

/** A title that runs on is prose; what a text says to machines is not read. */
function read({ title, details, price }: Judged) {
  const isProse = title.length > thresholds.titleRead;
  const asTitle = readAs('words', isProse ? '' : title);
  const asAddress = readAs('figures', isProse ? '' : title);
  const asDetails = readAs('words', (isProse ? `${title}\n${details}` : details).slice(0, thresholds.detailsRead));
  const theCase = caseOf({
    title: withoutMachineTalk(asTitle.plain),
    details: withoutMachineTalk(asDetails.plain),
    address: addressIn(asAddress.plain),
    price: price === 0 ? null : price,
  });
  const readings = [asTitle, asDetails, asAddress];
  const literal = (quote: string) =>
    readings.map((reading) => reading.literal(quote)).find((words) => words !== null) ?? quote;
  const quoting = <V extends Verdict>(verdict: V): V => ({
    ...verdict,
    reasons: verdict.reasons.map(({ says, quote }) => ({ says, quote: literal(quote) })),
  });
  return { theCase, quoting };
}

/** The type that the words name, whatever speaks against a match; null where they name none. */
export function typeIn(listing: Judged): Extract<Verdict, { verdict: 'match' }> | null {
  const { theCase, quoting } = read(listing);
  const found = matched(theCase);
  return found === null ? null : quoting(found);
}

/**
 * Whether this offers a house, a mobile home, raw land or a tiny home for sale. Any dwelling that is neither mobile nor
 * tiny is a house, and so is what stands at a street address when nothing says otherwise.
 */
export function judge(listing: Judged): Verdict {
  const { theCase, quoting } = read(listing);
  return quoting(verdictOn(theCase));
}

function verdictOn(theCase: Case): Verdict {
  for (const objection of objections) {
    const verdict = objection(theCase);
    if (verdict !== null) return verdict;
  }
  return (
    matched(theCase) ?? {
      verdict: 'review',
      reason: 'Nothing in it says whether this is a house, a mobile home, land or a tiny home',
      reasons: reasonsOf([...theCase.sale.title, ...theCase.sale.details]),
    }
  );
}
