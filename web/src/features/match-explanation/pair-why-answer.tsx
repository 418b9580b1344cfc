import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Criterion } from '#domain/matching/pair-why.contract.ts';
import { CheckIcon } from '#web/components/ui/icons.tsx';
import { formatTime } from '#web/lib/format.ts';
import { pairWhyQuery } from './queries.ts';

type Pair = { listing: string; user: string };

/** As of when the listing was held against the members, and as of now, side by side. */
export function PairWhyAnswer({ listing, user }: Pair) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Moment listing={listing} user={user} asOf="then" title="When it was matched" />
      <Moment listing={listing} user={user} asOf="now" title="Now" />
    </div>
  );
}

function Moment({ listing, user, asOf, title }: Pair & { asOf: 'then' | 'now'; title: string }) {
  const { data, error } = useQuery(pairWhyQuery(listing, user, asOf));
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="grid content-start gap-2 rounded-control bg-sunken p-3">
      <h3 id={titleId} className="font-semibold">
        {title}
      </h3>
      <p role="status" className="text-sm wrap-anywhere text-muted">
        {data?.summary ?? error?.message ?? 'Asking…'}
      </p>
      {data && (
        <>
          <time dateTime={data.at} className="text-sm text-muted">
            {formatTime(data.at)}
          </time>
          <ul role="list" className="grid gap-1 text-sm">
            {data.criteria.map((one) => (
              <Rule key={one.rule} {...one} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Rule({ holds, text }: Criterion) {
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
        <span className="sr-only">{holds ? 'Holds: ' : 'Missed: '}</span>
        {text}
      </span>
    </li>
  );
}
