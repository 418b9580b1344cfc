import * as z from 'zod';
import { defineEndpoints } from '#domain/shared/endpoint.contract.ts';

/** Degrees north and east. */
export const mapPoint = z.object({ latitude: z.number(), longitude: z.number() });
export type MapPoint = z.infer<typeof mapPoint>;

/** The address of tiles as Leaflet reads it, and whom the map names as their author. */
const mapTiles = z.object({
  url: z.string(),
  attribution: z.array(z.object({ text: z.string(), href: z.string().nullable() })),
});
export type MapTiles = z.infer<typeof mapTiles>;

/** What the user's maps show: tiles where the installation has some, and the area of the saved filters. */
export const mapSettings = z.object({
  tiles: mapTiles.nullable(),
  /** Null without a known ZIP. */
  area: mapPoint.extend({ miles: z.number(), zipCode: z.string() }).nullable(),
});
export type MapSettings = z.infer<typeof mapSettings>;

export const mapEndpoints = defineEndpoints('Listings', {
  getMapSettings: { method: 'get', path: '/api/map', access: 'signed-in', response: mapSettings },
});
