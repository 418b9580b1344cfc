import { useMemo, useState } from 'react';
import { type MatchPreview, maxPreviewPins } from '#domain/matching/preview.contract.ts';
import { AreaMap } from '#web/components/map/area-map.tsx';
import { emptyScene, type MapScene, type NamedCircle } from '#web/components/map/leaflet/map-scene.ts';
import { buttonClasses } from '#web/components/ui/button.tsx';
import { useSearchCircles } from '#web/features/searches/index.ts';
import { useIsIdle } from '#web/lib/hooks/use-is-idle.ts';
import { useIsWide } from '#web/lib/hooks/use-is-wide.ts';
import { formatCount, formatShortPrice } from '#web/lib/format.ts';
import { useFilterFormContext } from './filter-form-provider.tsx';

/**
 * The circle of the filters as typed and their matches, and the circles of the member's other searches. In a wide
 * window it is loaded once the page is idle, otherwise on demand, or with the first edit.
 */
export function FilterMap({ edited }: { edited: boolean }) {
  const { preview, values, searchId } = useFilterFormContext();
  const { data } = preview;
  const { name, mileageRadius: miles, zipCode } = values;
  const [isOpen, setOpen] = useState(false);
  const [lastPreview, setLastPreview] = useState(data);
  // While the filters are invalid there is no preview: the map keeps what it shows.
  if (data && data !== lastPreview) setLastPreview(data);
  const isIdle = useIsIdle();
  const isWide = useIsWide();
  if ((edited || (isIdle && isWide)) && !isOpen) setOpen(true);
  const others = useSearchCircles(searchId);
  const scene = useMemo(() => toScene(lastPreview, { name, miles }, others), [lastPreview, name, miles, others]);
  return (
    <AreaMap
      label={describeMap(scene, zipCode)}
      scene={scene}
      className="h-60"
      placeholder={isOpen ? undefined : <MapOffer open={isWide ? null : () => setOpen(true)} />}
    />
  );
}

function toScene(
  data: MatchPreview | null | undefined,
  { name, miles }: Pick<NamedCircle, 'name' | 'miles'>,
  otherAreas: readonly NamedCircle[],
): MapScene {
  const { centre = null, pins = [] } = data ?? {};
  const scenePins = pins.map((pin, index) => {
    return { ...pin, id: String(index), label: formatShortPrice(pin.price), title: '', isApproximate: false };
  });
  // A single circle needs no name.
  const area = centre && { ...centre, miles, ...(otherAreas.length > 0 && { name }) };
  return { ...emptyScene, area, otherAreas, pins: scenePins };
}

function describeMap(scene: MapScene, zipCode: string): string {
  const others = scene.otherAreas.map(({ name }) => name);
  return [describeArea(scene, zipCode), others.length > 0 && `Other searches: ${others.join(', ')}.`]
    .filter(Boolean)
    .join(' ');
}

function describeArea({ area, pins }: MapScene, zipCode: string): string {
  if (area === null) return 'Map of the United States. Enter your ZIP to see the circle that we search.';
  const matches =
    pins.length < maxPreviewPins
      ? formatCount(pins.length, 'match', 'matches')
      : `the newest ${maxPreviewPins} matches`;
  return `Map of ${area.miles} miles around ZIP ${zipCode}, with ${matches}.`;
}

/** `open` is null where the map opens by itself. */
function MapOffer({ open }: { open: (() => void) | null }) {
  return (
    <div className="grid size-full place-items-center bg-linear-160 from-primary-soft to-sunken">
      <span
        aria-hidden="true"
        className="absolute top-1/2 left-1/2 size-44 -translate-1/2 rounded-full border-2 border-primary/40 bg-primary/10"
      />
      {open && (
        <button type="button" onClick={open} className={`relative ${buttonClasses('secondary', 'small')}`}>
          Show on a map
        </button>
      )}
    </div>
  );
}
