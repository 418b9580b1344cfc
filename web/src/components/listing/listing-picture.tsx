import { useState } from 'react';
import { HouseIcon } from '#web/components/ui/icons.tsx';
import { joinClasses } from '#web/lib/join-classes.ts';

const sizes = {
  small: {
    frame: 'relative aspect-4/3 w-24 shrink-0 self-start rounded-xl sm:w-40',
    icon: '[&>svg]:size-8 sm:[&>svg]:size-10',
    image: { width: 320, height: 240, loading: 'lazy' },
  },
  large: {
    frame: 'aspect-4/3 w-full rounded-card sm:aspect-16/9',
    icon: '[&>svg]:size-16',
    image: { width: 960, height: 540 },
  },
} as const;

/** The picture of a listing; a placeholder if there is none, or if it does not load. Both take the same space. */
export function ListingPicture({ url, size = 'small' }: { url: string; size?: keyof typeof sizes }) {
  const [broken, setBroken] = useState(false);
  const { frame, icon, image } = sizes[size];
  return (
    <div className={joinClasses('overflow-hidden bg-sunken', frame)}>
      {url === '' || broken ? (
        <span
          className={joinClasses(
            'flex size-full items-center justify-center bg-linear-160 from-primary-soft to-sunken text-on-primary-soft/70',
            icon,
          )}
        >
          <HouseIcon />
        </span>
      ) : (
        <img
          {...image}
          src={url}
          alt=""
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setBroken(true)}
          className="size-full object-cover"
        />
      )}
    </div>
  );
}
