import { type Case, caseOf } from './case.ts';
import { cuesIn } from './cues.ts';
import { withoutMachineTalk } from './machine-talk.ts';
import { objections } from './objections.ts';
import { reasonsOf } from './phrases.ts';
import { thresholds } from './thresholds.ts';
import type { Judged, Verdict } from './verdict.ts';

function matched({ typed, title, details }: Case): Extract<Verdict, { verdict: 'match' }> | null {
  if (typed === null) return null;
  const cues = cuesIn(`${title}\n${details}`);
  return { verdict: 'match', propertyType: typed.type, reasons: [...reasonsOf(typed.found), ...reasonsOf(cues)] };
}

/** A title that runs on is prose; what a text says to machines is not read. */
function read({ title, details, price }: Judged): Case {
  const isProse = title.length > thresholds.titleRead;
  return caseOf({
    title: isProse ? '' : withoutMachineTalk(title),
    details: withoutMachineTalk((isProse ? `${title}\n${details}` : details).slice(0, thresholds.detailsRead)),
    price: price === 0 ? null : price,
  });
}

/** The type that the words name, whatever speaks against a match; null where they name none. */
export function typeIn(listing: Judged): Extract<Verdict, { verdict: 'match' }> | null {
  return matched(read(listing));
}

/**
 * Whether this offers a house, a mobile home, raw land or a tiny home for sale. Any dwelling that is neither mobile nor
 * tiny is a house, and so is what stands at a street address when nothing says otherwise.
 */
export function judge(listing: Judged): Verdict {
  const theCase = read(listing);
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
