import statesUrl from 'us-atlas/states-10m.json?url';
import countiesUrl from 'us-atlas/counties-10m.json?url';
import type { FeatureCollection, MultiLineString, MultiPolygon, Polygon } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { findLabelPoint } from './label-point.ts';

type Areas = GeometryCollection<{ name: string }>;
type Atlas<Name extends string> = Topology<Record<Name, Areas>>;

/** A name, and where it is written: north, east. */
export type NamedPlace = { name: string; at: [number, number] };
export type Outlines = { borders: MultiLineString; names: NamedPlace[] };

/** The land, and the borders between the states on it. */
export async function loadStates(signal: AbortSignal): Promise<Outlines & { land: FeatureCollection }> {
  const atlas = await loadAtlas<'states' | 'nation'>(statesUrl, signal);
  return { ...readOutlines(atlas, 'states'), land: feature(atlas, atlas.objects.nation) };
}

export async function loadCounties(signal: AbortSignal): Promise<Outlines> {
  return readOutlines(await loadAtlas<'counties'>(countiesUrl, signal), 'counties');
}

async function loadAtlas<Name extends string>(url: string, signal: AbortSignal): Promise<Atlas<Name>> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`The outlines could not be loaded: ${response.status}`);
  return (await response.json()) as Atlas<Name>; // a file of this release
}

function readOutlines<Name extends string>(atlas: Atlas<Name>, kind: Name): Outlines {
  const areas = atlas.objects[kind];
  const names = feature(atlas, areas).features.flatMap(({ geometry, properties }) => {
    const at = isArea(geometry) ? findLabelPoint(geometry) : null;
    return at === null ? [] : [{ name: properties.name, at }];
  });
  return { borders: mesh(atlas, areas, (one, other) => one !== other), names };
}

function isArea(geometry: { type: string }): geometry is Polygon | MultiPolygon {
  return geometry.type === 'Polygon' || geometry.type === 'MultiPolygon';
}
