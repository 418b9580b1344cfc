import type { ComponentProps, ReactNode } from 'react';
import type { PropertyType } from '#domain/listing/property-types.contract.ts';
import type { PictureLinks } from '#domain/picture/contract.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import { ListingFacts } from './listing-facts.tsx';
import { ListingPicture } from './listing-picture.tsx';

type ListingSummaryProps = ComponentProps<'article'> & {
  listing: ComponentProps<typeof ListingFacts>['listing'] & {
    pictures: PictureLinks | null;
    propertyType: PropertyType | null;
  };
  isNew: boolean;
  heading: ReactNode;
};

/** A listing of a list: the picture beside its facts; the rest follows below them, on phones below the picture too. */
export function ListingSummary({ listing, isNew, heading, className, children, ...article }: ListingSummaryProps) {
  return (
    <article
      {...article}
      className={joinClasses(
        'grid grid-cols-[auto_minmax(0,1fr)] grid-rows-[auto_1fr] gap-x-4 gap-y-2 sm:gap-x-5',
        className,
      )}
    >
      <div className="relative self-start sm:row-span-2">
        <ListingPicture pictures={listing.pictures} type={listing.propertyType} />
        {isNew && <NewMark />}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-2">
        {heading}
        <ListingFacts listing={listing} />
      </div>
      <div className="col-span-2 grid grid-cols-[minmax(0,1fr)] content-start gap-2 sm:col-span-1">{children}</div>
    </article>
  );
}

/** On a listing that the member has not seen yet. It takes no space, so that nothing moves when it goes. */
function NewMark() {
  return (
    <span className="absolute -top-1.5 -left-1.5 z-10 rounded-full bg-primary px-2 py-0.5 text-xs font-semibold text-on-primary shadow-card">
      New
    </span>
  );
}
