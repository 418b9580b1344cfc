import { useRef } from 'react';
import type { ListingView } from '#domain/listing/contract.ts';
import { ListingSummary } from '#web/components/listing/listing-summary.tsx';
import { ListingText } from '#web/components/listing/listing-text.tsx';
import { RelativeTime } from '#web/components/relative-time.tsx';
import { ListingSearches, useMarkRead } from '#web/features/member-listings/index.ts';
import { QuotedWords } from '#web/components/quoted-words.tsx';
import { ExternalIcon } from '#web/components/ui/page-icons.tsx';
import { formatTime } from '#web/lib/format.ts';
import { toHttpUrl, getHostName } from '#web/lib/http-url.ts';
import { ListingReasons } from './listing-reasons.tsx';

export function ListingItem({ listing }: { listing: ListingView }) {
  const { id, title, link, sentAt, kind, marks } = listing;
  const item = useRef<HTMLElement>(null);
  // What an admin saved is no alert, and has no marks.
  const isRead = marks.read || kind === 'saved';
  useMarkRead(item, { id, isRead });
  return (
    <ListingSummary
      ref={item}
      listing={listing}
      isNew={!isRead}
      className="py-5"
      heading={
        <h3 className="text-base leading-snug font-semibold break-words">
          <ListingTitle title={title} link={toHttpUrl(link)} />
        </h3>
      }
    >
      <QuotedWords reasons={listing.signals} />
      <ListingSearches listing={listing} />
      <ListingText text={listing.details} />
      <ListingReasons listing={listing}>
        <span className="text-xs text-muted">
          <RelativeTime at={sentAt} /> · <time dateTime={sentAt}>{formatTime(sentAt)}</time>
        </span>
      </ListingReasons>
    </ListingSummary>
  );
}

function ListingTitle({ title, link }: { title: string; link: string }) {
  const text = title || getHostName(link) || 'Listing without a title';
  if (link === '') return text;
  return (
    <a href={link} target="_blank" rel="noopener noreferrer" className="rounded-sm hover:text-primary hover:underline">
      <bdi>{text}</bdi>
      <span className="whitespace-nowrap">
        {'\u00a0'}
        <ExternalIcon className="inline size-4 align-[-0.15em] text-muted" />
      </span>
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
