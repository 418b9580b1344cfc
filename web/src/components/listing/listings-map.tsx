import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { AreaMap } from '#web/components/map/area-map.tsx';
import { emptyScene, type MapPin, type MapScene, type NamedCircle } from '#web/components/map/leaflet/map-scene.ts';
import { mapSettingsQuery } from '#web/components/map/queries.ts';
import { formatCount, formatShortPrice } from '#web/lib/format.ts';
import { useAuth } from '#web/lib/session/auth.tsx';
import { type MappedListing, MappedRow } from './mapped-row.tsx';

type ListingsMapProps = {
  listings: readonly MappedListing[];
  /** The circles of further searches. */
  otherAreas: readonly NamedCircle[];
};

/** Listings on a map, and beside it as a list with the same content; a row and its pin stand out together. */
export function ListingsMap({ listings, otherAreas }: ListingsMapProps) {
  const [active, setActive] = useState<readonly string[]>([]);
  return (
    <div className="@container">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 @3xl:grid-cols-[minmax(0,1.5fr)_minmax(16rem,1fr)]">
        <PinMap
          listings={listings}
          otherAreas={otherAreas}
          active={active}
          className="h-72 sm:h-96 @3xl:sticky @3xl:top-20 @3xl:h-[min(36rem,calc(100dvh-6rem))]"
          onHover={setActive}
        />
        <ol className="grid grid-cols-[minmax(0,1fr)] gap-2">
          {listings.map((listing) => (
            <li key={listing.id} id={toRowId(listing.id)}>
              <MappedRow listing={listing} isActive={active.includes(listing.id)} onActive={setActive} />
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}

type PinnedListing = Pick<MappedListing, 'id' | 'title' | 'price' | 'priceText' | 'location'> & {
  place: { isApproximate: boolean } | null;
};

type PinMapProps = {
  listings: readonly PinnedListing[];
  active: readonly string[];
  className: string;
  /** Whether the user's own circle is shown too. */
  hasArea?: boolean;
  /** The circles of the user's further searches. */
  otherAreas?: readonly NamedCircle[];
  onHover: (ids: readonly string[]) => void;
  onPick?: (ids: readonly string[]) => void;
};

/** Listings as pins; those of `active` stand out. Unless `onPick` does it, a click leads to the row of `toRowId`. */
export function PinMap({ hasArea = true, otherAreas = noAreas, ...props }: PinMapProps) {
  const { listings, active, className, onHover, onPick = goToRow } = props;
  const { user } = useAuth();
  const { data: settings } = useQuery(mapSettingsQuery(user));
  const area = (hasArea ? settings?.area : null) ?? null;
  const pins = useMemo(() => listings.flatMap(toPin), [listings]);
  const scene = useMemo<MapScene>(
    () => ({ ...emptyScene, area, otherAreas, pins, active }),
    [area, otherAreas, pins, active],
  );
  return (
    <AreaMap
      label={describeMap(pins.length, area?.zipCode)}
      scene={scene}
      className={className}
      onHover={onHover}
      onPick={onPick}
    />
  );
}

const noAreas: readonly NamedCircle[] = [];

export function goToRow([id]: readonly string[]): void {
  const row = id === undefined ? null : document.getElementById(toRowId(id));
  const target = row?.querySelector<HTMLElement>('a') ?? row?.querySelector('button');
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: 'center' });
}

export const toRowId = (id: string) => `on-map-${id}`;

function toPin({ id, title, price, priceText, location, place }: PinnedListing): MapPin[] {
  if (!location) return [];
  const label = price === null ? '•' : formatShortPrice(price);
  return [{ ...location, id, label, title: `${priceText} · ${title}`, isApproximate: place?.isApproximate ?? false }];
}

function describeMap(count: number, zipCode: string | undefined): string {
  const around = zipCode === undefined ? '' : ` and the circle around ZIP ${zipCode}`;
  return `Map of ${formatCount(count, 'listing')}${around}. The list has the same listings.`;
}
