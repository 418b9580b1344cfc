import { useState } from 'react';
import type { PropertyType } from '#domain/listing/property-types.contract.ts';
import type { PictureLinks } from '#domain/picture/contract.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import { ListingPicture } from './listing-picture.tsx';

/** All pictures of a listing: one of them large, and where there are several a row of them to choose from. */
export function PictureGallery({ gallery, type }: { gallery: readonly PictureLinks[]; type: PropertyType | null }) {
  const [chosen, setChosen] = useState(0);
  const largePicture = gallery[chosen] ?? gallery[0] ?? null;
  const count = gallery.length;
  return (
    <div className="grid w-full grid-cols-[minmax(0,1fr)] gap-3">
      <ListingPicture
        pictures={largePicture}
        type={type}
        size="large"
        alt={count > 1 ? `Picture ${chosen + 1} of ${count}` : 'The property'}
      />
      {count > 1 && (
        <ul aria-label="Pictures" className="grid grid-cols-6 gap-2 print:hidden">
          {gallery.map(({ small }, index) => (
            <li key={small}>
              <button
                type="button"
                aria-label={`Show picture ${index + 1} of ${count}`}
                aria-pressed={index === chosen}
                onClick={() => setChosen(index)}
                className={joinClasses(
                  'block w-full overflow-hidden rounded-lg border-2 bg-sunken',
                  index === chosen ? 'border-primary' : 'border-transparent hover:border-line',
                )}
              >
                <img src={small} alt="" width={120} height={90} className="aspect-4/3 size-full object-cover" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
