import type { ListingView } from '#domain/listing/contract.ts';
import { Badge } from '#web/components/ui/badge.tsx';
import { ExternalIcon, PinIcon } from '#web/components/ui/icons.tsx';
import { formatMiles, formatTime } from '#web/lib/format.ts';
import { toHttpUrl, getHostName } from '#web/lib/http-url.ts';
import { ListingDetails } from './listing-details.tsx';
import { ListingPicture } from './listing-picture.tsx';
import { ListingReasons } from './listing-reasons.tsx';

export function ListingItem({ listing }: { listing: ListingView }) {
  const { title, link, priceText, sentAt, miles, kind } = listing;
  return (
    <article className="flex gap-4 py-5 sm:gap-5">
      <ListingPicture key={listing.imageUrl} url={toHttpUrl(listing.imageUrl)} />
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-2">
        <h3 className="text-base leading-snug font-semibold break-words">
          <ListingTitle title={title} link={toHttpUrl(link)} />
        </h3>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {priceText !== '' && <span className="text-lg leading-tight font-bold">{priceText}</span>}
          {kind === 'price drop' && <Badge tone="warm">Price drop</Badge>}
          {miles !== null && (
            <span className="inline-flex items-center gap-1 text-sm text-muted">
              <PinIcon className="size-4" />
              {formatMiles(miles)}
            </span>
          )}
        </p>
        <ListingDetails text={listing.details} />
        <ListingReasons listing={listing}>
          <time dateTime={sentAt} className="text-xs text-muted">
            {formatTime(sentAt)}
          </time>
        </ListingReasons>
      </div>
    </article>
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
