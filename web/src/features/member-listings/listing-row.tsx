import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import type { MemberListing } from '#domain/member-listing/contract.ts';
import { ListingSummary } from '#web/components/listing/listing-summary.tsx';
import { QuotedWords } from '#web/components/quoted-words.tsx';
import { RelativeTime } from '#web/components/relative-time.tsx';
import { ListingSearches } from './listing-searches.tsx';
import { MarkButtons } from './mark-buttons.tsx';
import { useMarkRead } from './use-mark-read.ts';

/** One listing of the list, in its newest state. */
export function ListingRow({ listing }: { listing: MemberListing }) {
  const { id, title, sentAt, signals, marks } = listing;
  const row = useRef<HTMLElement>(null);
  useMarkRead(row, { id, isRead: marks.read });
  return (
    <ListingSummary
      ref={row}
      listing={listing}
      isNew={!marks.read}
      className="rounded-card border border-line bg-surface p-4 shadow-card sm:p-5"
      heading={
        <h2 className="text-base leading-snug font-semibold break-words">
          <Link to="/listings/$id" params={{ id }} className="rounded-sm hover:text-primary hover:underline">
            <bdi>{title}</bdi>
          </Link>
        </h2>
      }
    >
      <QuotedWords reasons={signals} />
      <ListingSearches listing={listing} />
      {marks.note !== '' && <p className="text-sm break-words whitespace-pre-line text-muted">Note: {marks.note}</p>}
      <footer className="flex flex-wrap items-center justify-between gap-3">
        <RelativeTime at={sentAt} className="text-xs text-muted" />
        <MarkButtons listing={listing} />
      </footer>
    </ListingSummary>
  );
}
