import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { milesBetween, type Point } from '#domain/geo/distance.ts';

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
const pointOf = (row: Row): Point => ({ latitude: Number(row['latitude']), longitude: Number(row['longitude']) });
const formatPoint = (row: Row) => `${Number(row['latitude']).toFixed(3)}\t${Number(row['longitude']).toFixed(3)}`;

/** Rows of minor civil divisions that stand in addresses, and that places.tsv lacks. */
const isNamedDivision = ({ type = '', status = '' }: Row) =>
  /^(?:township|charter township|town|city|borough|village|plantation)$/.test(type) && status !== 'S' && status !== 'F';

const places = readTable('places.tsv');
const divisions = readTable('subdivisions.tsv').filter(isNamedDivision);
const counties = readTable('counties.tsv');

const mostMilesToCentre = 25;
/** Whether every place of the county is near its centre; a place belongs to the nearest centre of its state. */
function findCompactCounties(state: string): Row[] {
  const own = counties.filter((row) => row['state'] === state);
  const farthest = new Map<Row, number>();
  for (const row of [...places, ...divisions]) {
    if (row['state'] !== state) continue;
    const named = own.find(({ fips }) => fips === row['county_fips']);
    const miles = own.map((county) => milesBetween(pointOf(county), pointOf(row)));
    const least = Math.min(...miles);
    const county = named ?? own[miles.indexOf(least)];
    const apart = named === undefined ? least : milesBetween(pointOf(named), pointOf(row));
    if (county !== undefined) farthest.set(county, Math.max(farthest.get(county) ?? 0, apart));
  }
  return own.filter((county) => (farthest.get(county) ?? 0) <= mostMilesToCentre);
}

const states = [...new Set(places.map((row) => row['state'] ?? ''))].sort();
const text = states
  .map((state) => {
    const own = (rows: Row[]) => rows.filter((row) => row['state'] === state);
    const lines = [
      ...own(places).map((row) => `${toTypeCode(row['type'])}\t${row['name'] ?? ''}\t${formatPoint(row)}`),
      ...own(divisions).map((row) => {
        const county = own(counties).findIndex(({ fips }) => fips === row['county_fips']);
        return `${toTypeCode(row['type']).toUpperCase()}\t${row['name'] ?? ''}\t${formatPoint(row)}\t${county}`;
      }),
      ...own(counties).map((row) => `y\t${row['name'] ?? ''}\t${formatPoint(row)}`),
      ...findCompactCounties(state).map((row) => `z\t${row['name'] ?? ''}\t${formatPoint(row)}`),
    ];
    return `#${state}\n${[...new Set(lines)].join('\n')}\n`;
  })
  .join('');
const packed = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
writeFileSync(output, packed);
console.log(`${text.length} characters, ${packed.length} bytes packed`);
