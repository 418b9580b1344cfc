import { expect, it } from 'vitest';
import { loadConfig } from './config.ts';

it('Without a tile server the map has none', () => {
  expect(loadConfig({ MAP_ATTRIBUTION: 'Somebody' }).map).toBeNull();
});

it.each([
  ['https://tile.example.com/{z}/{x}/{y}.png', 'https://tile.example.com'],
  ['https://{s}.Tile.example.com/{z}/{x}/{y}{r}.png?key=abc', 'https://*.tile.example.com'],
  ['http://127.0.0.1:8080/{z}/{x}/{y}.png', 'http://127.0.0.1:8080'],
])('The tiles of %s come from %s', (url, origin) => {
  expect(loadConfig({ MAP_TILES_URL: url }).map).toEqual({ tiles: { url, attribution: [] }, tileOrigin: origin });
});

it.each([
  'tile.example.com/{z}/{x}/{y}.png',
  'https://tile.example.com/{z}/{x}.png',
  "https://tile.example.com; script-src *'/{z}/{x}/{y}",
  'https://{z}.example.com/{x}/{y}',
])('The tile address %s is refused with a sentence that names the variable', (url) => {
  expect(() => loadConfig({ MAP_TILES_URL: url })).toThrow(/^MAP_TILES_URL must be an http\(s\) address with /);
});

it('The attribution keeps its words and its links, and no other markup', () => {
  const { map } = loadConfig({
    MAP_TILES_URL: 'https://tile.example.com/{z}/{x}/{y}.png',
    MAP_ATTRIBUTION:
      '&copy; <a href="https://osm.example.org/copyright">OpenStreetMap</a> <b>contributors</b><a href="javascript:alert(1)">!</a>',
  });
  expect(map?.tiles.attribution).toEqual([
    { text: '© ', href: null },
    { text: 'OpenStreetMap', href: 'https://osm.example.org/copyright' },
    { text: ' contributors!', href: null },
  ]);
});

it.each([
  'http://maps.example.com/?q={query}',
  'https://maps.example.com/',
  'javascript:alert("{query}")',
  'https://maps.example.com/?q={query}" onclick="x',
  'https:// maps/{query}',
])('The address %s for links to maps is refused with a sentence that names the variable', (url) => {
  expect(() => loadConfig({ MAPS_LINK_URL: url })).toThrow(/^MAPS_LINK_URL must be an https address with \{query\}/);
});

it('Links to maps may lead elsewhere', () => {
  const url = 'https://maps.example.com/search/{query}';
  expect(loadConfig({ MAPS_LINK_URL: url }).mapsLinkUrl).toBe(url);
});
