import * as z from 'zod';
import type { MapTiles } from '#domain/geo/map.contract.ts';

const tilesRule =
  'MAP_TILES_URL must be an http(s) address with {z}, {x} and {y}, such as https://tile.example.com/{z}/{x}/{y}.png';

const mapsLinkRule =
  'MAPS_LINK_URL must be an https address with {query}, such as https://www.google.com/maps/search/?api=1&query={query}';

/** Of the environment. */
export const mapVariables = {
  MAP_TILES_URL: z
    .string()
    .refine(
      (text) => toTileOrigin(text) !== null && ['{z}', '{x}', '{y}'].every((part) => text.includes(part)),
      tilesRule,
    )
    .nullable()
    .default(null),
  MAP_ATTRIBUTION: z.string().max(500, 'MAP_ATTRIBUTION must be at most 500 characters').default(''),
  MAPS_LINK_URL: z
    .string()
    .refine(isMapsLink, mapsLinkRule)
    .default('https://www.google.com/maps/search/?api=1&query={query}'),
};

function isMapsLink(text: string): boolean {
  return /^https:\/\/[^\s"'<>]+$/i.test(text) && text.includes('{query}') && URL.canParse(text.replace('{query}', 'q'));
}

export type MapConfig = { tiles: MapTiles; tileOrigin: string } | null;

/** Null where only our own outlines are shown. */
export function toMapConfig(values: z.infer<z.ZodObject<typeof mapVariables>>): MapConfig {
  const { MAP_TILES_URL: url, MAP_ATTRIBUTION: attribution } = values;
  const tileOrigin = url === null ? null : toTileOrigin(url);
  if (url === null || tileOrigin === null) return null;
  return { tiles: { url, attribution: parseAttribution(attribution) }, tileOrigin };
}

/** As a content security policy names it: `{s}` as the first label of the host stands for several servers. */
function toTileOrigin(url: string): string | null {
  const [, scheme = '', subdomain = '', host = ''] =
    /^(https?:\/\/)(\{s\}\.)?([a-z0-9.-]+(?::\d{1,5})?)\/[^\s"'<>]*$/i.exec(url) ?? [];
  return host === '' ? null : `${scheme}${subdomain && '*.'}${host}`.toLowerCase();
}

const linkPattern = /<a\s[^>]*href="(https?:\/\/[^"\s]+)"[^>]*>([^<]*)<\/a>/gi;

/** Texts and links: providers of tiles ask for links, and give them as HTML. */
function parseAttribution(html: string): MapTiles['attribution'] {
  const attribution: MapTiles['attribution'] = [];
  let end = 0;
  for (const { index, 0: link, 1: href = '', 2: text = '' } of html.matchAll(linkPattern)) {
    attribution.push({ text: toText(html.slice(end, index)), href: null }, { text: toText(text), href });
    end = index + link.length;
  }
  return [...attribution, { text: toText(html.slice(end)), href: null }].filter(({ text }) => text.trim() !== '');
}

function toText(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&copy;', '©')
    .replaceAll('&amp;', '&');
}
