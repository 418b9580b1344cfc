import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ListingView } from '#domain/listing/contract.ts';
import { ReasonList } from '#web/components/listing/reason-list.tsx';
import { ChevronDownIcon } from '#web/components/ui/icons.tsx';
import { useDisclosure } from '#web/lib/hooks/use-disclosure.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import { ownExplanationQuery } from './queries.ts';

/** Expands to the rules that the listing matched; `children` are shown beside the button. */
export function ListingReasons({ listing, children }: { listing: ListingView; children: ReactNode }) {
  const { isOpen, button, content } = useDisclosure();
  return (
    <div className="text-sm">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <button
          {...button}
          className="-ml-1.5 inline-flex min-h-7 items-center gap-1 rounded-md px-1.5 font-semibold text-on-primary-soft hover:bg-primary-soft"
        >
          Why you got this
          <ChevronDownIcon
            className={joinClasses('size-4 transition-transform duration-200', isOpen && 'rotate-180')}
          />
        </button>
        {children}
      </div>
      <div {...content} className="animate-appear pt-1.5">
        {isOpen && (listing.kind === 'saved' ? <PickedByAdmin /> : <MatchReasons listing={listing} />)}
      </div>
    </div>
  );
}

function PickedByAdmin() {
  return <p className="text-muted">Hand-picked for you by our team.</p>;
}

/** The reasons sent with the listing, until the full explanation is loaded. */
function MatchReasons({ listing: { id, why } }: { listing: ListingView }) {
  const { data } = useQuery(ownExplanationQuery(id));
  const reasons = data?.reasons.filter(({ holds }) => holds).map(({ text }) => text) ?? why;
  return (
    <>
      {data && <p className="mb-1 text-muted">{data.summary}</p>}
      <ReasonList reasons={reasons} />
    </>
  );
}
