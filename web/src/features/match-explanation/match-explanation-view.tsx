import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { MatchExplanation } from '#domain/matching/match-explanation.contract.ts';
import type { ExplanationReason } from '#domain/matching/own-match-explanation.contract.ts';
import { CheckIcon } from '#web/components/ui/page-icons.tsx';
import { formatTime } from '#web/lib/format.ts';
import { matchExplanationQuery } from './queries.ts';

type MatchPair = { listing: string; user: string };

/** The match at the time the listing was matched, and as of now, side by side. */
export function MatchExplanationView({ listing, user }: MatchPair) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <ExplanationSection listing={listing} user={user} asOf="then" title="When it was matched" />
      <ExplanationSection listing={listing} user={user} asOf="now" title="Now" />
    </div>
  );
}

function ExplanationSection({ listing, user, asOf, title }: MatchPair & { asOf: 'then' | 'now'; title: string }) {
  const { data, error } = useQuery(matchExplanationQuery(listing, user, asOf));
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="grid content-start gap-2 rounded-control bg-sunken p-3">
      <h3 id={titleId} className="font-semibold">
        {title}
      </h3>
      <p role="status" className="text-sm wrap-anywhere text-muted">
        {data?.summary ?? error?.message ?? 'Checking…'}
      </p>
      {data && (
        <>
          <time dateTime={data.at} className="text-sm text-muted">
            {formatTime(data.at)}
          </time>
          <Criteria {...data} />
        </>
      )}
    </section>
  );
}

/** Of several searches each has its own criteria; the nearest one comes first, and is open. */
function Criteria({ criteria, searches }: MatchExplanation) {
  if (searches.length === 1) return <CriterionList criteria={criteria} />;
  const ofSearches = new Set(searches.flatMap((search) => search.criteria.map(({ rule }) => rule)));
  return (
    <>
      <CriterionList criteria={criteria.filter(({ rule }) => !ofSearches.has(rule))} />
      {searches.map((search, index) => (
        <details key={search.id} open={index === 0} className="text-sm">
          <summary className="min-h-6 cursor-pointer font-semibold wrap-anywhere">
            {search.name}: {describeSearch(search)}
          </summary>
          <div className="mt-1">
            <CriterionList criteria={search.criteria} />
          </div>
        </details>
      ))}
    </>
  );
}

function describeSearch({ paused, matches }: MatchExplanation['searches'][number]): string {
  if (paused) return 'paused';
  return matches ? 'fits' : 'does not fit';
}

function CriterionList({ criteria }: { criteria: ExplanationReason[] }) {
  return (
    <ul role="list" className="grid gap-1 text-sm">
      {criteria.map((one) => (
        <CriterionItem key={one.rule} {...one} />
      ))}
    </ul>
  );
}

function CriterionItem({ holds, text }: ExplanationReason) {
  return (
    <li className="flex gap-2">
      {holds ? (
        <CheckIcon className="mt-[0.2em] shrink-0 text-positive" />
      ) : (
        <span aria-hidden="true" className="w-[1.125rem] shrink-0 text-center font-semibold text-danger">
          ×
        </span>
      )}
      <span className="min-w-0 wrap-anywhere">
        <span className="sr-only">{holds ? 'Met: ' : 'Not met: '}</span>
        {text}
      </span>
    </li>
  );
}
