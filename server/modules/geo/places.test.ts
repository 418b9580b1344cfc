import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { milesBetween } from '#domain/geo/distance.ts';
import { type Gazetteer, loadGazetteer } from './gazetteer.ts';

const mostMilesOff = 12;

function readRows(name: string): Record<string, string>[] {
  const text = readFileSync(new URL(`testing/${name}.tsv`, import.meta.url), 'utf8');
  const [header = '', ...lines] = text.trimEnd().split('\n');
  return lines.map((line) => {
    const cells = line.split('\t');
    return Object.fromEntries(header.split('\t').map((column, index) => [column, cells[index] ?? '']));
  });
}

let gazetteer: Gazetteer;
beforeAll(async () => {
  gazetteer = await loadGazetteer();
});

it('A clear place is found near its center, in every way of writing it', () => {
  const rows = readRows('clear-places');
  expect(rows.length).toBeGreaterThanOrEqual(150);
  const wrong = rows.filter((row) => {
    const { city, state, county } = row;
    const place = gazetteer.locate({ city, state, county });
    const center = { latitude: Number(row['latitude']), longitude: Number(row['longitude']) };
    return place === null || milesBetween(place, center) > mostMilesOff;
  });
  expect(wrong).toEqual([]);
});

it('A place is not guessed where several places of the state have its name, or where a county is too large', () => {
  const rows = readRows('ambiguous-places');
  expect(rows.length).toBeGreaterThanOrEqual(40);
  expect(rows.filter((row) => gazetteer.locate(row) !== null)).toEqual([]);
});
