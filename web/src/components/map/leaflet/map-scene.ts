import type { MapPoint } from '#domain/geo/map.contract.ts';

export type MapCircle = MapPoint & { miles: number };

/** A circle whose name is shown on hover. */
export type NamedCircle = MapCircle & { name: string };

/** A place with a short label, such as a price; `title` is shown beside it on hover. */
export type MapPin = MapPoint & { id: string; label: string; title: string; isApproximate: boolean };

/** What a map shows. */
export type MapScene = {
  /** The circle that a member searches. */
  area: (MapCircle & Partial<NamedCircle>) | null;
  /** Those of the member's other searches. */
  otherAreas: readonly NamedCircle[];
  /** A place that is known roughly. */
  roughPlace: MapCircle | null;
  pins: readonly MapPin[];
  /** The ids of the pins that stand out. */
  active: readonly string[];
};

export const emptyScene: MapScene = { area: null, otherAreas: [], roughPlace: null, pins: [], active: [] };
