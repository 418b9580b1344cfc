import { useState } from 'react';
import type { PropertyType } from '#domain/listing/property-types.contract.ts';
import type { PictureLinks } from '#domain/picture/contract.ts';
import { joinClasses } from '#web/lib/join-classes.ts';

const sizes = {
  small: {
    frame: 'relative aspect-4/3 w-24 shrink-0 self-start rounded-xl sm:w-40',
    image: { width: 320, height: 240, loading: 'lazy' },
  },
  large: {
    frame: 'aspect-4/3 w-full rounded-card sm:aspect-16/9',
    image: { width: 960, height: 540 },
  },
} as const;

type ListingPictureProps = {
  pictures: PictureLinks | null;
  type: PropertyType | null;
  size?: keyof typeof sizes;
  /** Empty where the text beside it says the same. */
  alt?: string;
};

/** The picture of a listing; art of its type if there is none, or if it does not load. Both take the same space. */
export function ListingPicture({ pictures, type, size = 'small', alt = '' }: ListingPictureProps) {
  const [brokenUrl, setBrokenUrl] = useState('');
  const { frame, image } = sizes[size];
  const url = pictures?.[size] ?? '';
  return (
    <div className={joinClasses('overflow-hidden bg-sunken', frame)}>
      {url === '' || url === brokenUrl ? (
        <TypeArt type={type} />
      ) : (
        <img
          {...image}
          src={url}
          alt={alt}
          decoding="async"
          onError={() => setBrokenUrl(url)}
          className="size-full object-cover"
        />
      )}
    </div>
  );
}

/** A drawing of a property type, in the place of a picture. */
function TypeArt({ type }: { type: PropertyType | null }) {
  const name = (type ?? 'house').replace(' ', '-');
  return <img src={`/art/${name}.svg`} alt="" width={320} height={240} className="size-full object-cover" />;
}
