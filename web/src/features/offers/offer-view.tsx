import type { OwnerOfferView } from '#domain/owner-offer/contract.ts';
import { capitalize } from '#domain/shared/capitalize.contract.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { DealCard } from '#web/components/listing/deal-card.tsx';
import { formatPlace } from '#domain/listing/place-text.contract.ts';
import { PlaceMap } from '#web/components/listing/place-map.tsx';
import { QuotedWords } from '#web/components/quoted-words.tsx';
import { PictureGallery } from '#web/components/listing/picture-gallery.tsx';
import { RelativeTime } from '#web/components/relative-time.tsx';
import { Badge } from '#web/components/ui/badge.tsx';
import { PinIcon } from '#web/components/ui/page-icons.tsx';
import { OfferContact } from './offer-contact.tsx';

export function OfferView({ offer }: { offer: OwnerOfferView }) {
  const { title, priceText, propertyType, details, offeredAt, address, place, location, deal } = offer;
  return (
    <>
      <PageHeading title={title} className="text-2xl font-semibold break-words sm:text-3xl">
        <bdi>{title}</bdi>
      </PageHeading>
      <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="text-2xl font-bold">{priceText}</span>
        <Badge>{capitalize(propertyType)}</Badge>
        <span className="inline-flex min-w-0 items-center gap-1 break-words text-muted">
          <PinIcon className="size-4" />
          {[address, formatPlace(place)].filter(Boolean).join(', ')}
        </span>
        <span className="text-sm text-muted">
          Offered by its owner <RelativeTime at={offeredAt} />
        </span>
      </p>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1.6fr)_minmax(18rem,1fr)]">
        <div className="grid content-start gap-6">
          <PictureGallery gallery={offer.gallery} type={propertyType} />
          <QuotedWords reasons={offer.signals} />
          <p className="leading-relaxed break-words whitespace-pre-line">{details}</p>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-6">
          <OfferContact offer={offer} />
          {deal && <DealCard deal={deal} propertyType={propertyType} />}
          <PlaceMap location={location} place={place} label={priceText} />
        </div>
      </div>
    </>
  );
}
