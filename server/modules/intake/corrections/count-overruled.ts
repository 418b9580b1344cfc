import { anyType } from '#domain/intake/person-decisions.ts';
import { type Correction, outcomes, type OverruledSource } from '#domain/correction/contract.ts';

type Decision = Pick<Correction, 'source' | 'judged' | 'label'> & { listingId: string };

/**
 * How often people overruled the rules, by source and by what the rules had said. The last decision on a listing counts;
 * what the rules left open was not overruled.
 */
export function countOverruled(decisions: readonly Decision[]): OverruledSource[] {
  const lastOfListings = new Map(decisions.map((decision) => [decision.listingId, decision]));
  const closed = [...lastOfListings.values()].filter(({ judged }) => judged !== 'review');
  const bySource = Map.groupBy(closed, ({ source }) => source);
  return [...bySource].map(([source, own]) => ({ source, ...count(own), verdicts: countByVerdict(own) }));
}

function countByVerdict(decisions: readonly Decision[]): OverruledSource['verdicts'] {
  return outcomes
    .map((judged) => ({ judged, ...count(decisions.filter((decision) => decision.judged === judged)) }))
    .filter(({ decided }) => decided > 0);
}

const count = (decisions: readonly Decision[]) => ({
  overruled: decisions.filter((decision) => !isAgreement(decision)).length,
  decided: decisions.length,
});

const isAgreement = ({ judged, label }: Decision) => judged === label || (label === anyType && judged !== 'reject');
