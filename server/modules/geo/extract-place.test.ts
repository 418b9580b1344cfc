import { beforeAll, describe, expect, it } from 'vitest';
import { type Gazetteer, loadGazetteer } from './gazetteer.ts';
import { extractPlace } from './extract-place.ts';

describe('the place that a text names', () => {
  let gazetteer: Gazetteer;
  beforeAll(async () => {
    gazetteer = await loadGazetteer();
  });

  it.each([
    ['a state and a ZIP', ['House at 12 Elm St, Detroit, MI 48204'], { zipCode: '48204' }],
    ['a ZIP with four more digits', ['Detroit, MI, 48204-1234'], { zipCode: '48204' }],
    ['a whole name of a state', ['Detroit Michigan 48204'], { zipCode: '48204' }],
    ['a ZIP that is called one', ['Bungalow, zip code: 48204'], { zipCode: '48204' }],
    ['a city and its state', ['Nice House in Detroit, MI'], { city: 'Detroit', state: 'MI' }],
    ['a city of two words', ['Brick House Grand Rapids, MI - $45,000'], { city: 'Grand Rapids', state: 'MI' }],
    ['a city and the name of its state', ['Cabin near Nashville, Tennessee'], { city: 'Nashville', state: 'TN' }],
    [
      'the title before the details',
      ['House, Detroit, MI', 'Owner moved to Austin, TX'],
      { city: 'Detroit', state: 'MI' },
    ],
    ['the details where the title names none', ['A house', 'It is in Detroit, MI 48204.'], { zipCode: '48204' }],
    ['a city and the code of its state without a comma', ['Cheap house in Gary IN'], { city: 'Gary', state: 'IN' }],
    ['a city and its state in capitals', ['HOUSE FOR SALE IN TOLEDO OH'], { city: 'TOLEDO', state: 'OH' }],
    ['a code of which one letter is small', ['Dallas Tx bungalow'], { city: 'Dallas', state: 'TX' }],
    ['a city in small letters', ['house, detroit, mi'], { city: 'detroit', state: 'MI' }],
    ['a city in capitals', ['HOUSE IN DETROIT, MICHIGAN'], { city: 'DETROIT', state: 'MI' }],
    ['a state in dotted letters', ['Rowhouse in Washington, D.C.'], { city: 'Washington', state: 'DC' }],
    ['a ZIP behind its city', ['Ranch in Greensboro 27406'], { zipCode: '27406' }],
    ['a ZIP before its city', ['48204 Detroit, brick house'], { zipCode: '48204' }],
    ['a city and the name of its state at the end', ['HOUSE GARY INDIANA'], { city: 'GARY', state: 'IN' }],
    ['the same in small letters', ['fixer upper in gary indiana'], { city: 'gary', state: 'IN' }],
    [
      'the same before a comma',
      ['Brick ranch Grand Rapids Michigan, needs work'],
      { city: 'Grand Rapids', state: 'MI' },
    ],
    ['the same behind "in"', ['Cabin in Charleston West Virginia for sale'], { city: 'Charleston', state: 'WV' }],
    ['an abbreviated state at the end', ['Bungalow, Flint Mich.'], { city: 'Flint', state: 'MI' }],
    ['an abbreviated Washington', ['Rowhouse', 'In Wash. DC'], { city: 'Wash.', state: 'DC' }],
    ['the same in dotted letters', ['Rowhouse in Wash. D.C.'], { city: 'Wash.', state: 'DC' }],
    ['a ZIP in a sentence', ['House', 'Zip is 48504, Flint.'], { zipCode: '48504' }],
    ['a ZIP behind an equals sign', ['House', 'Flint, ZIP CODE = 48504'], { zipCode: '48504' }],
    ['a postal code', ['House', 'Postal code: 48504'], { zipCode: '48504' }],
    ['a label of city and state', ['House', 'City/State: Tulsa/OK'], { city: 'Tulsa', state: 'OK' }],
    ['labels of city and of state', ['House', 'City: Tulsa\nState: Oklahoma'], { city: 'Tulsa', state: 'OK' }],
    ['a slash between city and state', ['House Grand Rapids/MI'], { city: 'Grand Rapids', state: 'MI' }],
    ['the name of a state behind a slash', ['House', 'Location: Tulsa/Oklahoma'], { city: 'Tulsa', state: 'OK' }],
    ['the name of a state before a dash', ['House Flint Michigan - needs work'], { city: 'Flint', state: 'MI' }],
    ['the name of a state and a ZIP in capitals', ['House FLINT MICHIGAN 48504'], { zipCode: '48504' }],
    ['a state in brackets', ['Duplex, Gary (IN)'], { city: 'Gary', state: 'IN' }],
    ['a dash between city and state', ['Duplex in Gary - IN'], { city: 'Gary', state: 'IN' }],
    ['a township', ['House Penn Hills Twp PA'], { city: 'Penn Hills Twp', state: 'PA' }],
    ['a short name', ['Fixer in St Pete FL'], { city: 'St Pete', state: 'FL' }],
    ['a city and the ZIP of another one', ['DETROIT MI, 48203'], { zipCode: '48203', city: 'DETROIT', state: 'MI' }],
    ['one city in two ways of writing', ['Gary IN. HOUSE IN GARY IN'], { city: 'GARY', state: 'IN' }],
    ['one place twice', ['Detroit, MI 48204. Come to Detroit, MI 48204!'], { zipCode: '48204' }],
  ])('The place that a text names is found by %s', (_what, texts, place) => {
    expect(extractPlace(texts, gazetteer)).toEqual(place);
  });

  it.each([
    ['has a ZIP of another state', ['House for 48204, TX 48204']],
    ['has a number that is a price or an address', ['House 48204 Elm, asking 45000']],
    ['names a city that is not there', ['House in Nowhereville, MI']],
    ['names a lake or a street after a state', ['Steps from Lake Michigan, off Texas Ave, at 12 Plymouth Ct']],
    ['has words that are codes, too', ['BRAND NEW HOME IN TOWN', 'Call me, or come in. Sold as is, ok']],
    ['has a ZIP beside another city', ['Chicago 48204']],
    ['names a lake or a region at its end', ['Cottage on Lake Michigan', 'In Northern Michigan. Off E Indiana.']],
    ['names a street after a state', ['House in Gary Indiana Ave']],
    ['names a county alone', ['Costilla, CO']],
    ['has words around a slash', ['Parking AND/OR garage, A/C']],
    ['names only where its owner is', ['House', 'Owner lives in Phoenix, AZ 85001.']],
    ['names none', ['A house', '']],
  ])('The place that a text names is not found where it %s', (_what, texts) => {
    expect(extractPlace(texts, gazetteer)).toEqual({});
  });

  it('The place that a text names is unknown where it names two', () => {
    expect(extractPlace(['From Detroit, MI to Austin, TX'], gazetteer)).toBeNull();
    expect(extractPlace(['Detroit, MI 48204 or Flint, MI 48503'], gazetteer)).toBeNull();
  });

  it.each([
    'Owner lives in Phoenix, AZ. House is in Pueblo, CO.',
    'House is in Pueblo, CO and the seller has moved to Phoenix, AZ 85001.',
    'OWNER LIVES IN PHOENIX, AZ. HOUSE IS IN Pueblo, CO.',
    'We live in Phoenix Arizona. House is in Pueblo, CO.',
    'The heirs, all living near Phoenix, Ariz., sell this house in Pueblo, CO.',
    'Owner relocated to Phoenix, AZ; house in Pueblo, CO.',
    'Out-of-state owner (Phoenix, AZ) sells a house in Pueblo, CO',
    'Owner in Phoenix, AZ wants this Pueblo, CO house gone.',
    'Our office is in Phoenix, AZ. The house: Pueblo, CO.',
    'I am based in Phoenix/AZ. House in Pueblo, CO.',
    'Owner resides at 12 Elm St, Phoenix, AZ 85001. House in Pueblo, CO.',
    'Mailing address: Phoenix, AZ. House is in Pueblo, CO.',
    'Owner retired to Phoenix, AZ, house is in Pueblo, CO.',
  ])('The place that a text names is not where a person lives: %s', (details) => {
    expect(extractPlace(['House', details], gazetteer)).toEqual({ city: 'Pueblo', state: 'CO' });
  });

  it.each(['Come live in Pueblo, CO.', 'Mobile home to be moved from Pueblo, CO.', 'Owner sells house in Pueblo, CO.'])(
    'The place that a text names is where the property is: %s',
    (details) => {
      expect(extractPlace(['House', details], gazetteer)).toEqual({ city: 'Pueblo', state: 'CO' });
    },
  );
});
