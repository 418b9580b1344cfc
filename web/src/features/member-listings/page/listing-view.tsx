import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { listFacts } from '#domain/figures/contract.ts';
import type { MemberListingDetails } from '#domain/member-listing/contract.ts';
import { formatWholeDollars } from '#domain/shared/money.contract.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { DealCard } from '#web/components/listing/deal-card.tsx';
import { ListingFacts } from '#web/components/listing/listing-facts.tsx';
import { PlaceMap } from '#web/components/listing/place-map.tsx';
import { PictureGallery } from '#web/components/listing/picture-gallery.tsx';
import { RelativeTime } from '#web/components/relative-time.tsx';
import { QuotedWords } from '#web/components/quoted-words.tsx';
import { ReasonList } from '#web/components/listing/reason-list.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { buttonClasses } from '#web/components/ui/button.tsx';
import { ExternalIcon } from '#web/components/ui/page-icons.tsx';
import { getHostName, toHttpUrl } from '#web/lib/http-url.ts';
import { ContactCard } from './contact-card.tsx';
import { ListingNote } from './listing-note.tsx';
import { ListingSearches } from '../listing-searches.tsx';
import { MarkButtons } from '../mark-buttons.tsx';
import { markRead } from '../queries.ts';
import { ShareCard } from './share-card.tsx';

/** One listing with its past. Opening it marks it as read. */
export function ListingView({ listing }: { listing: MemberListingDetails }) {
  const { id, title, details, gallery, link, signals, marks } = listing;
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!marks.read) void markRead(queryClient, id).catch(() => undefined);
  }, [id, marks.read, queryClient]);
  return (
    <>
      <PageHeading title={title} className="text-2xl font-semibold break-words sm:text-3xl">
        <bdi>{title}</bdi>
      </PageHeading>
      <div className="mt-4 flex flex-wrap items-start justify-between gap-4">
        <ListingFacts listing={listing} />
        <div className="flex flex-wrap gap-2 print:hidden">
          <SourceLink link={link} />
          <MarkButtons listing={listing} />
        </div>
        <p className="hidden text-sm wrap-anywhere print:block">{toHttpUrl(link)}</p>
      </div>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,1.6fr)_minmax(18rem,1fr)]">
        <div className="grid content-start gap-6">
          <PictureGallery gallery={gallery} type={listing.propertyType} />
          <QuotedWords reasons={[...signals, ...listFacts(listing.facts)]} />
          <PlaceMap
            location={listing.location}
            place={listing.place}
            label={listing.priceText}
            hasAddress={listing.place?.address != null}
          />
          {details !== '' && <p className="leading-relaxed break-words whitespace-pre-line">{details}</p>}
          <ListingNote key={id} id={id} note={marks.note} />
        </div>
        <div className="grid content-start gap-6">
          <ContactCard contact={listing.contact} />
          {listing.deal && <DealCard deal={listing.deal} propertyType={listing.propertyType} />}
          <Card title="Why you got this">
            <ListingSearches listing={listing} />
            <ReasonList reasons={listing.reasons.map(({ text }) => text)} />
          </Card>
          <Card title="Price history">
            <DatedList>
              {listing.priceHistory.map(({ at, price }) => (
                <DatedItem key={`${at} ${price}`} at={at} text={formatWholeDollars(price)} />
              ))}
            </DatedList>
          </Card>
          <Card title="Timeline">
            <DatedList>
              {listing.timeline.map(({ at, text }) => (
                <DatedItem key={`${at} ${text}`} at={at} text={text} />
              ))}
            </DatedList>
          </Card>
          {listing.withdrawnAt === null && <ShareCard id={id} />}
        </div>
      </div>
    </>
  );
}

function DatedList({ children }: { children: ReactNode }) {
  return <ol className="grid gap-2 text-sm">{children}</ol>;
}

function DatedItem({ at, text }: { at: string; text: string }) {
  return (
    <li className="flex flex-wrap justify-between gap-x-4">
      <span>{text}</span>
      <RelativeTime at={at} className="text-muted" />
    </li>
  );
}

/** Where the listing is offered: its source's page, or ours for an owner's offer. Nothing without an http(s) address. */
function SourceLink({ link }: { link: string }) {
  const address = toHttpUrl(link);
  if (address === '') return null;
  const isOwn = new URL(address).origin === window.location.origin;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" className={buttonClasses('primary', 'small')}>
      {isOwn ? 'See the owner’s offer' : `Open on ${getHostName(address)}`}
      <ExternalIcon className="size-4 shrink-0" />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
