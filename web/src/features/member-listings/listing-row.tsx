import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import type { MemberListing } from '#domain/member-listing/contract.ts';
import { ListingFacts } from '#web/components/listing/listing-facts.tsx';
import { ListingPicture } from '#web/components/listing/listing-picture.tsx';
import { QuotedWords } from '#web/components/quoted-words.tsx';
import { NewMark } from '#web/components/listing/new-mark.tsx';
import { RelativeTime } from '#web/components/relative-time.tsx';
import { MarkButtons } from './mark-buttons.tsx';
import { useMarkRead } from './use-mark-read.ts';

/** One listing of the list, in its newest state. */
export function ListingRow({ listing }: { listing: MemberListing }) {
  const { id, title, pictures, sentAt, signals, marks } = listing;
  const row = useRef<HTMLElement>(null);
  useMarkRead(row, { id, isRead: marks.read });
  return (
    <article
      ref={row}
      className="flex gap-4 rounded-card border border-line bg-surface p-4 shadow-card sm:gap-5 sm:p-5"
    >
      <div className="relative shrink-0 self-start">
        <ListingPicture pictures={pictures} type={listing.propertyType} />
        {!marks.read && <NewMark />}
      </div>
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-2">
        <h2 className="text-base leading-snug font-semibold break-words">
          <Link to="/listings/$id" params={{ id }} className="rounded-sm hover:text-primary hover:underline">
            <bdi>{title}</bdi>
          </Link>
        </h2>
        <ListingFacts listing={listing} />
        <QuotedWords reasons={signals} />
        {marks.note !== '' && <p className="text-sm break-words whitespace-pre-line text-muted">Note: {marks.note}</p>}
        <footer className="flex flex-wrap items-center justify-between gap-3">
          <RelativeTime at={sentAt} className="text-xs text-muted" />
          <MarkButtons listing={listing} />
        </footer>
      </div>
    </article>
  );
}
