import type { OwnerOfferView } from '#domain/owner-offer/contract.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { PictureGallery } from '#web/components/listing/picture-gallery.tsx';
import { RelativeTime } from '#web/components/relative-time.tsx';
import { Badge } from '#web/components/ui/badge.tsx';
import { PinIcon } from '#web/components/ui/icons.tsx';
import { capitalize } from '#domain/shared/capitalize.contract.ts';
import { OfferContact } from './offer-contact.tsx';

export function OfferView({ offer }: { offer: OwnerOfferView }) {
  const { title, priceText, propertyType, details, offeredAt } = offer;
  return (
    <>
      <PageHeading title={title} className="text-2xl font-semibold break-words sm:text-3xl">
        {title}
      </PageHeading>
      <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="text-2xl font-bold">{priceText}</span>
        <Badge tone="primary">{capitalize(propertyType)}</Badge>
        <span className="inline-flex items-center gap-1 text-muted">
          <PinIcon className="size-4" />
          {formatPlace(offer)}
        </span>
        <span className="text-sm text-muted">
          Offered by its owner <RelativeTime at={offeredAt} />
        </span>
      </p>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,1.6fr)_minmax(18rem,1fr)]">
        <div className="grid content-start gap-6">
          <PictureGallery gallery={offer.gallery} type={propertyType} />
          <p className="leading-relaxed break-words whitespace-pre-line">{details}</p>
        </div>
        <OfferContact offer={offer} />
      </div>
    </>
  );
}

function formatPlace({ address, place: { city, state, zipCode } }: OwnerOfferView): string {
  const area = [[city, state].filter((part) => part !== null).join(', '), zipCode].filter(Boolean).join(' ');
  return [address, area].filter(Boolean).join(', ');
}
