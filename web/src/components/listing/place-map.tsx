import { useMemo } from 'react';
import type { MapPoint } from '#domain/geo/map.contract.ts';
import type { ListingView } from '#domain/listing/contract.ts';
import { AreaMap } from '#web/components/map/area-map.tsx';
import { emptyScene, type MapScene } from '#web/components/map/leaflet/map-scene.ts';
import { formatPlace } from '#domain/listing/place-text.contract.ts';
import { MapsLink } from './maps-link.tsx';

/** Miles around the centre of a ZIP or a city, and of a county: what a place known only by these may be. */
const roughMiles = { town: 4, county: 20 };

type Place = Omit<NonNullable<ListingView['place']>, 'address'>;
/** `hasAddress`: it is linked to maps elsewhere. */
type PlaceMapProps = { location: MapPoint; place: Place | null; label: string; hasAddress?: boolean };

/** Where one listing is: a pin, or a soft circle where only its ZIP, city or county is known. */
export function PlaceMap({ location, place, label, hasAddress = false }: PlaceMapProps) {
  const isApproximate = place?.isApproximate ?? true;
  const areaName = describeArea(place);
  const { latitude, longitude } = location;
  const scene = useMemo<MapScene>(() => {
    const miles = areaName.endsWith('County') ? roughMiles.county : roughMiles.town;
    if (isApproximate) return { ...emptyScene, roughPlace: { latitude, longitude, miles } };
    return { ...emptyScene, pins: [{ id: 'place', latitude, longitude, label, title: '', isApproximate }] };
  }, [latitude, longitude, label, areaName, isApproximate]);
  const caption = isApproximate
    ? `Approximate: the circle is around the center of ${areaName}.`
    : place && formatPlace(place);
  return (
    <figure className="grid gap-2">
      <AreaMap label={`Map of the place: ${areaName}`} scene={scene} className="h-64" />
      <figcaption className="flex flex-wrap gap-x-3 text-sm text-muted">
        {caption}
        {!isApproximate && !hasAddress && <MapsLink query={`${latitude},${longitude}`} />}
      </figcaption>
    </figure>
  );
}

function describeArea(place: Place | null): string {
  if (place?.zipCode) return `ZIP ${place.zipCode}`;
  if (place?.city) return [place.city, place.state].filter(Boolean).join(', ');
  return place?.county ? `${place.county} County` : 'its area';
}
