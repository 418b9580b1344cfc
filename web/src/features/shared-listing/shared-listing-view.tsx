import { noMarks } from '#domain/listing/marks.contract.ts';
import type { SharedListing } from '#domain/member-listing/share.contract.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { ListingFacts } from '#web/components/listing/listing-facts.tsx';
import { PictureGallery } from '#web/components/listing/picture-gallery.tsx';

/** What only the listing of a member has. */
const ofNoMember = { kind: 'new', previousPrice: null, miles: null, withdrawnAt: null, marks: noMarks } as const;

/** What a listing says, for people without an account. */
export function SharedListingView({ listing }: { listing: SharedListing }) {
  const { title, details, gallery, propertyType } = listing;
  return (
    <>
      <PageHeading title={title} className="text-2xl font-semibold break-words sm:text-3xl">
        <bdi>{title}</bdi>
      </PageHeading>
      <div className="mt-4">
        <ListingFacts listing={{ ...listing, ...ofNoMember }} />
      </div>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6">
        <PictureGallery gallery={gallery} type={propertyType} />
        {details !== '' && <p className="leading-relaxed break-words whitespace-pre-line">{details}</p>}
      </div>
    </>
  );
}
