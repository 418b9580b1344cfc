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
    ['names none', ['A house', '']],
  ])('The place that a text names is not found where it %s', (_what, texts) => {
    expect(extractPlace(texts, gazetteer)).toEqual({});
  });

  it('The place that a text names is unknown where it names two', () => {
    expect(extractPlace(['From Detroit, MI to Austin, TX'], gazetteer)).toBeNull();
    expect(extractPlace(['Detroit, MI 48204 or Flint, MI 48503'], gazetteer)).toBeNull();
  });
});
