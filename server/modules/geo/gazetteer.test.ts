import { beforeAll, describe, expect, it } from 'vitest';
import { milesBetween } from '#domain/geo/distance.ts';
import { type Gazetteer, loadGazetteer, type PlaceFields } from './gazetteer.ts';

let gazetteer: Gazetteer;
beforeAll(async () => {
  gazetteer = await loadGazetteer();
});

const nowhere = { latitude: 0, longitude: 0 };
const located = (item: PlaceFields) => gazetteer.locate(item);

describe('a ZIP', () => {
  it.each([
    ['48204', { city: 'Detroit', state: 'MI' }, { latitude: 42.366, longitude: -83.143 }],
    ['10001', { city: 'New York', state: 'NY' }, { latitude: 40.751, longitude: -73.997 }],
    ['99501', { city: 'Anchorage', state: 'AK' }, { latitude: 61.22, longitude: -149.88 }],
    ['96813', { city: 'Honolulu', state: 'HI' }, { latitude: 21.31, longitude: -157.85 }],
    ['00901', { city: 'San Juan', state: 'PR' }, { latitude: 18.465, longitude: -66.107 }],
    ['02134', { city: 'Allston', state: 'MA' }, { latitude: 42.358, longitude: -71.129 }],
  ])('The ZIP %s has its centre, city and state', (code, named, point) => {
    const centre = gazetteer.zip(code);
    expect(centre).toMatchObject(named);
    expect(milesBetween(centre ?? nowhere, point)).toBeLessThan(2);
  });

  it('A ZIP of a post office without its own area is known', () => {
    expect(gazetteer.zip('48231')).toMatchObject({ city: 'Detroit', state: 'MI' });
  });

  it.each(['48204-1234', '482041234', ' 48204 ', '48204.0'])('A ZIP is understood as %s', (code) => {
    expect(gazetteer.zip(code)).toEqual(gazetteer.zip('48204'));
  });

  it('A ZIP is understood without the leading zero that a spreadsheet dropped', () => {
    expect(gazetteer.zip('2134')).toEqual(gazetteer.zip('02134'));
  });

  it.each([
    '',
    '0',
    '99999',
    '00000',
    'K1A',
    'T0A',
    '4820',
    '48204x',
    'abcde',
    '34001',
    '09001',
    '__proto__',
    'constructor',
  ])('A ZIP that does not exist or has no place is unknown: %s', (code) => {
    expect(gazetteer.zip(code)).toBeNull();
  });
});

describe('coordinates with a ZIP', () => {
  it('Coordinates with a ZIP keep the ZIP where it is near, and get their own ZIP where it is not', () => {
    const point = { latitude: 42.33, longitude: -83.05 };
    expect(located({ ...point, zipCode: '48204' })).toMatchObject({ ...point, zipCode: '48204' });
    expect(located({ ...point, zipCode: '90210' })).toMatchObject({ ...point, zipCode: '48226', city: 'Detroit' });
  });
});

describe('a city and its state', () => {
  it.each<[string, string, string, string]>([
    ['Detroit', 'MI', 'Detroit', 'MI'],
    ['DETROIT ', 'michigan', 'Detroit', 'MI'],
    ['detroit', 'Mich.', 'Detroit', 'MI'],
    ['St. Louis', 'MO', 'Saint Louis', 'MO'],
    ['Saint Louis', 'Missouri', 'Saint Louis', 'MO'],
    ['Ft Worth', 'TX', 'Fort Worth', 'TX'],
    ['Mt. Pleasant', 'S.C.', 'Mount Pleasant', 'SC'],
    ['W Palm Beach', 'fla', 'West Palm Beach', 'FL'],
    ["Coeur d'Alene", 'ID', 'Coeur D Alene', 'ID'],
    ['New York', 'NY', 'New York', 'NY'],
    ['Washington', 'D.C.', 'Washington', 'DC'],
    ['Franklin, GA', '', 'Franklin', 'GA'],
    ['lafayette, al.', '', 'Lafayette', 'AL'],
    ['Opelika AL', '', 'Opelika', 'AL'],
    ['Auburn, Alabama', '', 'Auburn', 'AL'],
    ['Charleston, West Virginia', '', 'Charleston', 'WV'],
    ['Kansas City, MO, USA', '', 'Kansas City', 'MO'],
    ['Detroit, MI 48204', '', 'Detroit', 'MI'],
    ['Detroit, MI', 'MI', 'Detroit', 'MI'],
    ['12 Oak Rd Opelika, AL', '', 'Opelika', 'AL'],
    ['near Tuskegee', 'AL', 'Tuskegee', 'AL'],
  ])('The city %s %s is located', (city, state, knownCity, knownState) => {
    expect(located({ city, state })).toMatchObject({
      city: knownCity,
      state: knownState,
      basis: 'city',
      zipCode: null,
    });
  });

  it('A city is placed at the centre of its ZIPs', () => {
    expect(
      milesBetween(located({ city: 'Detroit', state: 'MI' }) ?? nowhere, {
        latitude: 42.37,
        longitude: -83.1,
      }),
    ).toBeLessThan(5);
  });

  it.each<[string, string]>([
    ['Auburn', ''],
    ['Nowhereville', 'AL'],
    ['', 'MI'],
    ['Detroit', 'Ontario'],
    ['Toronto', 'ON'],
    ['Detroit, GA', 'MI'],
    ['constructor', 'MI'],
  ])('The city %s %s is not guessed', (city, state) => {
    expect(located({ city, state })).toBeNull();
  });
});

describe('coordinates', () => {
  it('Coordinates are kept as they are, and named by the nearest ZIP', () => {
    const place = located({ latitude: 42.3901, longitude: -82.9891 });
    expect(place).toMatchObject({
      latitude: 42.3901,
      longitude: -82.9891,
      basis: 'coordinates',
      city: 'Detroit',
      state: 'MI',
    });
    expect(place?.zipCode).toMatch(/^482\d\d$/);
  });

  it('Coordinates take precedence over ZIP and city, which provide the names', () => {
    const item = { latitude: 42.39, longitude: -82.99, zipCode: '48215', city: 'Highland Park', state: 'MI' };
    expect(located(item)).toMatchObject({ basis: 'coordinates', zipCode: '48215', city: 'Highland Park', state: 'MI' });
  });

  it.each([
    ['null island', 0, 0],
    ['London', 51.5, -0.12],
    ['Mexico City', 19.43, -99.13],
    ['Toronto', 43.65, -79.38],
    ['Windsor, across the river from Detroit', 42.28, -83.0],
    ['Vancouver', 49.26, -123.12],
    ['the Atlantic', 35, -60],
    ['Detroit with its signs swapped', -83.05, 42.33],
    ['Detroit without its minus', 42.33, 83.05],
  ])('Coordinates of %s are no place in the United States', (_, latitude, longitude) => {
    expect(located({ latitude, longitude })).toBeNull();
  });

  it.each([
    ['the Detroit riverfront', 42.3285, -83.046],
    ['Buffalo', 42.886, -78.878],
    ['International Falls', 48.6, -93.41],
    ['Blaine, Washington', 48.99, -122.74],
    ['Utqiagvik', 71.29, -156.79],
    ['Adak', 51.88, -176.65],
    ['Key West', 24.55, -81.78],
    ['the middle of Nevada', 38.5, -116.5],
    ['Guam', 13.47, 144.75],
  ])('Coordinates of %s are a place in the United States', (_, latitude, longitude) => {
    expect(located({ latitude, longitude })).toMatchObject({ basis: 'coordinates' });
  });

  it('Coordinates that are no place fall back to the ZIP or the city', () => {
    expect(located({ latitude: 0, longitude: 0, zipCode: '48204' })).toMatchObject({ basis: 'zip', zipCode: '48204' });
    expect(located({ latitude: 51.5, longitude: 0, city: 'Detroit', state: 'MI' })).toMatchObject({ basis: 'city' });
    expect(located({ latitude: 42.33, zipCode: '48204' })).toMatchObject({ basis: 'zip' });
  });
});

it('The gazetteer takes the ZIP before the city, and the city where the ZIP is unknown', () => {
  expect(located({ zipCode: '48204-0001', city: 'Flint', state: 'MI' })).toMatchObject({
    basis: 'zip',
    zipCode: '48204',
    city: 'Detroit',
  });
  expect(located({ zipCode: '99999', city: 'Flint', state: 'MI' })).toMatchObject({ basis: 'city', city: 'Flint' });
});

it('The gazetteer gives no place for an item that says nothing about it', () => {
  expect(located({})).toBeNull();
  expect(located({ zipCode: '', city: ' , ', state: '' })).toBeNull();
});

describe('the county of a place', () => {
  it.each<[string, PlaceFields, string | null]>([
    ['coordinates', { latitude: 42.33, longitude: -83.05 }, 'Wayne'],
    ['coordinates, whatever the source says', { latitude: 42.33, longitude: -83.05, county: 'Oakland' }, 'Wayne'],
    ['coordinates far from the center of the county', { latitude: 34.848, longitude: -114.614 }, 'San Bernardino'],
    ['a ZIP', { zipCode: '48204' }, 'Wayne'],
    ['a city and its state', { city: 'Opelika', state: 'AL' }, 'Lee'],
    ['a township', { city: 'Shelby Township', state: 'MI', county: 'Macomb County' }, 'Macomb'],
    ['a county with its number', { county: '5 - Brooke', state: 'WV' }, 'Brooke'],
    ['a county in capitals', { county: 'ST CLAIR COUNTY', state: 'MI' }, 'St. Clair'],
    ['a county where a city was expected', { city: 'Wayne County, MI' }, 'Wayne'],
    ['the source, for a ZIP that lies in two', { zipCode: '24910', county: 'Monroe', state: 'WV' }, 'Monroe'],
    ['the ZIP, where the state has no such county', { zipCode: '48204', county: 'Cook' }, 'Wayne'],
  ])('The county of a place is named as in the Census, by %s', (_what, fields, county) => {
    expect(located(fields)?.county).toBe(county);
  });

  it('A point beside a state line has the state, the county and a ZIP of its own side', () => {
    expect(located({ latitude: 39.106, longitude: -94.614 })).toMatchObject({ state: 'KS', county: 'Wyandotte' });
    expect(gazetteer.zip(located({ latitude: 39.106, longitude: -94.614 })?.zipCode ?? '')?.state).toBe('KS');
  });

  it('A ZIP lies in the county of its center, and may lie in those near it', () => {
    expect(gazetteer.countiesOfZip('26062', 'West Virginia')).toEqual(['Hancock', 'Brooke']);
    expect(gazetteer.countiesOfZip('48204', 'MI')[0]).toBe('Wayne');
    expect(gazetteer.countiesOfZip('26062', 'OH')).toEqual([]);
    expect(gazetteer.countiesOfZip('00000', 'WV')).toEqual([]);
  });
});

describe('a city beside a ZIP', () => {
  const highlandPark = { zipCode: '48203', latitude: 42.421228, longitude: -83.105483 };

  it('A city beside a ZIP names the place, and the ZIP tells where it is', () => {
    expect(located({ city: 'DETROIT', state: 'MI', zipCode: '48203' })).toMatchObject({
      ...highlandPark,
      basis: 'zip',
      city: 'Detroit',
      state: 'MI',
    });
    expect(located({ city: 'Detroit', zipCode: '48203' })).toMatchObject({ city: 'Detroit' });
    expect(located({ city: 'Shelby Township', state: 'MI', zipCode: '48315' })).toMatchObject({ city: 'Shelby' });
  });

  it('A city beside a ZIP names no place that is elsewhere or unknown', () => {
    expect(located({ city: 'Flint', state: 'MI', zipCode: '48203' })).toMatchObject({ city: 'Highland Park' });
    expect(located({ city: 'Nowhereville', state: 'MI', zipCode: '48203' })).toMatchObject({ city: 'Highland Park' });
    expect(located({ zipCode: '48203' })).toMatchObject({ city: 'Highland Park' });
  });
});

it('A city is placed at its center in the Census, which may be miles from that of its post office', () => {
  expect(located({ city: 'Georgetown', state: 'PA', county: 'Beaver' })).toMatchObject({
    latitude: 40.642,
    longitude: -80.499,
  });
});

it('A city whose center in the Census is at sea is placed by its post office', () => {
  expect(located({ city: 'San Francisco', state: 'CA' })?.longitude).toBeGreaterThan(-122.6);
});
