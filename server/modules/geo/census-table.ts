import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { toCityKey } from '#domain/geo/place-names.ts';
import type { Point } from '#domain/geo/distance.ts';

/** The kinds of the table: see census/README.md. */
export type CensusEntry = Point & {
  city: string;
  state: string;
  kind: string;
  /** As a key; null for a county, and for a place in none. */
  county: string | null;
};

/** The entries of a state by the key of their name. */
export type CensusTable = { find: (state: string, key: string) => readonly CensusEntry[] };

const file = new URL('census/places.txt.br', import.meta.url);

/** The names of the Census. The file is read on the first look-up, and the names of a state on its first one. */
export function createCensusTable(): CensusTable {
  const entriesByState = new Map<string, Map<string, CensusEntry[]>>();
  let linesByState: Map<string, string> | null = null;

  const getEntries = (state: string) => {
    linesByState ??= readStates();
    const entries = entriesByState.get(state) ?? parseLines(linesByState.get(state) ?? '', state);
    entriesByState.set(state, entries);
    return entries;
  };

  return { find: (state, key) => getEntries(state).get(key) ?? [] };
}

function readStates(): Map<string, string> {
  const blocks = brotliDecompressSync(readFileSync(file)).toString().split('#').slice(1);
  return new Map(blocks.map((block) => [block.slice(0, 2), block.slice(3)]));
}

function parseLines(lines: string, state: string): Map<string, CensusEntry[]> {
  const rows = lines
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  const counties = rows.filter(([kind]) => kind === 'y').map(([, name = '']) => toCityKey(name));
  const entries = rows.map(([kind = '', city = '', latitude, longitude, county]): CensusEntry => {
    const named = county === undefined ? null : (counties[Number(county)] ?? null);
    return { kind, city, state, latitude: Number(latitude), longitude: Number(longitude), county: named };
  });
  return Map.groupBy(entries, ({ city }) => toCityKey(city));
}
