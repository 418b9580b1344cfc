import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { milesBetween, type Point } from '#domain/geo/distance.ts';
import { createCountyAreas } from '#server/modules/geo/counties/county-areas.ts';

// Writes server/modules/geo/census/places.txt.br from the tables places.tsv, subdivisions.tsv and counties.tsv of a folder.
const [folder = ''] = process.argv.slice(2);
const output = new URL('../../server/modules/geo/census/places.txt.br', import.meta.url);

type Row = Record<string, string>;

function readTable(name: string): Row[] {
  const [header = '', ...lines] = readFileSync(join(folder, name), 'utf8').trimEnd().split('\n');
  const columns = header.split('\t');
  return lines.map((line) => Object.fromEntries(line.split('\t').map((cell, index) => [columns[index] ?? '', cell])));
}

const typeCodes: Record<string, string> = { city: 'c', town: 't', village: 'v', borough: 'b', CDP: 'd', township: 'm' };
const toTypeCode = (type = ''): string => {
  if (type.includes('township')) return 'm';
  const word = Object.keys(typeCodes).find((name) => type.startsWith(name));
  return typeCodes[word ?? 'city'] ?? 'c';
};
/** People still call the municipalities of Pennsylvania townships. */
const toDivisionCode = (type = ''): string => (type === 'municipality' ? 'M' : toTypeCode(type).toUpperCase());
const pointOf = (row: Row): Point => ({ latitude: Number(row['latitude']), longitude: Number(row['longitude']) });
const formatPoint = (row: Row) => `${Number(row['latitude']).toFixed(3)}\t${Number(row['longitude']).toFixed(3)}`;

/** Rows of minor civil divisions that stand in addresses, and that places.tsv lacks or has under another word. */
const isNamedDivision = ({ type = '', status = '' }: Row) =>
  type === 'municipality' ||
  (/^(?:township|charter township|town|city|borough|village|plantation)$/.test(type) &&
    status !== 'S' &&
    status !== 'F');

/** Some cities of Massachusetts still have the word 'Town' in their names. */
const dropTown = (row: Row): Row =>
  row['state'] === 'MA' && row['type'] === 'city' ? { ...row, name: row['name']?.replace(/ Town$/, '') ?? '' } : row;

const places = readTable('places.tsv').map(dropTown);
const divisions = readTable('subdivisions.tsv').filter(isNamedDivision);
/** The Census counts planning regions now; addresses name the counties, as its table of 2017 has them. */
const countiesOfConnecticut = Object.entries({
  Fairfield: [41.2274, -73.3671],
  Hartford: [41.8061, -72.7329],
  Litchfield: [41.7919, -73.2354],
  Middlesex: [41.433, -72.5228],
  'New Haven': [41.3497, -72.9002],
  'New London': [41.4727, -72.1086],
  Tolland: [41.8581, -72.341],
  Windham: [41.825, -71.9907],
}).map(([name, [latitude, longitude]]): Row => {
  return { state: 'CT', fips: '', name, latitude: String(latitude), longitude: String(longitude) };
});
const counties = [...readTable('counties.tsv').filter(({ state }) => state !== 'CT'), ...countiesOfConnecticut];

const { findCounty } = createCountyAreas();
/** A city that belongs to no county; another county of its state may have its name. */
const isCity = ({ type }: Row) => type === 'city';
/** The county that the table says, else the one in whose area the place lies. */
function findCountyOf(row: Row): Row | undefined {
  const own = counties.filter(({ state }) => state === row['state']);
  const named = own.find(({ fips }) => fips !== '' && fips === row['county_fips']);
  const area = findCounty(pointOf(row), row['state']);
  const milesTo = (county: Row) => milesBetween(pointOf(county), pointOf(row));
  const [nearest] = own
    .filter((county) => county['name'] === area?.name || (isCity(county) && county['name'] === row['name']))
    .sort((a, b) => milesTo(a) - milesTo(b));
  return named ?? nearest;
}
const countyOf = new Map([...places, ...divisions].map((row) => [row, findCountyOf(row)]));

const mostMilesToCentre = 25;
/** The counties of which every place is near the centre, and the centre is not at sea. */
function findCompactCounties(state: string): Row[] {
  const rowsOf = Map.groupBy(countyOf.keys(), (row) => countyOf.get(row));
  const isCompact = (county: Row) => {
    const rows = rowsOf.get(county) ?? [];
    const isNear = (row: Row) => milesBetween(pointOf(county), pointOf(row)) <= mostMilesToCentre;
    const isOnLand = isCity(county) || findCounty(pointOf(county), state)?.name === county['name'];
    return rows.length > 0 && rows.every(isNear) && isOnLand;
  };
  return counties.filter((county) => county['state'] === state && isCompact(county));
}

const states = [...new Set(places.map((row) => row['state'] ?? ''))].sort();
const text = states
  .map((state) => {
    const own = (rows: Row[]) => rows.filter((row) => row['state'] === state);
    const toLine = (kind: string, row: Row) => {
      const county = own(counties).findIndex((one) => one === countyOf.get(row));
      const columns = [kind, row['name'] ?? '', formatPoint(row), ...(county < 0 ? [] : [county])];
      return columns.join('\t');
    };
    const lines = [
      ...own(places).map((row) => toLine(toTypeCode(row['type']), row)),
      ...own(divisions).map((row) => toLine(toDivisionCode(row['type']), row)),
      ...own(counties).map((row) => `y\t${row['name'] ?? ''}\t${formatPoint(row)}`),
      ...findCompactCounties(state).map((row) => `z\t${row['name'] ?? ''}\t${formatPoint(row)}`),
    ];
    return `#${state}\n${[...new Set(lines)].join('\n')}\n`;
  })
  .join('');
const packed = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
writeFileSync(output, packed);
console.log(`${text.length} characters, ${packed.length} bytes packed`);
