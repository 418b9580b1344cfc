import { useState } from 'react';
import { HouseIcon } from '#web/components/ui/icons.tsx';

/** The picture of a listing; a placeholder if there is none, or if it does not load. Both take the same space. */
export function ListingPicture({ url }: { url: string }) {
  const [broken, setBroken] = useState(false);
  return (
    <div className="relative aspect-4/3 w-24 shrink-0 self-start overflow-hidden rounded-xl bg-sunken sm:w-40">
      {url === '' || broken ? (
        <span className="flex size-full items-center justify-center bg-linear-160 from-primary-soft to-sunken text-on-primary-soft/70">
          <HouseIcon className="size-8 sm:size-10" />
        </span>
      ) : (
        <img
          src={url}
          alt=""
          width={320}
          height={240}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setBroken(true)}
          className="size-full object-cover"
        />
      )}
    </div>
  );
}
