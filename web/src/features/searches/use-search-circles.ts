import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { defaultRadiusMiles } from '#domain/user/filters.contract.ts';
import type { NamedCircle } from '#web/components/map/leaflet/map-scene.ts';
import { searchesQuery } from './queries.ts';

/** The circles of the member's searches that run, but for this one. */
export function useSearchCircles(exceptId: string | null): NamedCircle[] {
  const { data: searches } = useQuery(searchesQuery);
  return useMemo(
    () =>
      (searches ?? []).flatMap(({ id, name, paused, centre, mileageRadius }) =>
        id === exceptId || paused || centre === null
          ? []
          : [{ ...centre, name, miles: mileageRadius ?? defaultRadiusMiles }],
      ),
    [searches, exceptId],
  );
}
