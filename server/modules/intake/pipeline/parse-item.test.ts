import { beforeAll, describe, expect, it } from 'vitest';
import { type Gazetteer, loadGazetteer } from '#server/modules/geo/gazetteer.ts';
import type { ParsedItem } from '#domain/intake/parsed-item.ts';
import { readIntakeItem } from '#domain/listing/contract.ts';
import { parseItem } from './parse-item.ts';

const house = {
  externalId: 'house-1',
  title: 'Inherited 3 bedroom house, must sell as-is',
  price: 45_000,
  details: 'Heirs want it gone.',
  link: 'https://listings.example.com/house-1',
  zipCode: '48204',
};

describe('parsing an item', () => {
  let gazetteer: Gazetteer;
  beforeAll(async () => {
    gazetteer = await loadGazetteer();
  });

  const read = (changes: Record<string, unknown>): ParsedItem =>
    parseItem('county', { ...house, ...changes }, gazetteer);
  const facts = (changes: Record<string, unknown>) => {
    const understood = read(changes);
    if (understood.kind !== 'listing') throw new Error(JSON.stringify(understood));
    return understood.data;
  };

  it('Parsing an item strips the controls that reorder the text after them', () => {
    const hidden = { title: 'House \u202Ein Detroit\u202C, must sell', details: '\u2067Heirs\u2069 want it gone.' };
    expect(facts(hidden)).toMatchObject({ title: 'House in Detroit, must sell', details: 'Heirs want it gone.' });
  });

  it('Parsing an item gives a complete offer as a listing', () => {
    expect(facts({})).toMatchObject({
      source: 'county',
      externalId: 'house-1',
      price: 45_000,
      propertyType: 'house',
      postedAt: null,
      imageUrl: '',
      place: { basis: 'zip', zipCode: '48204', city: 'Detroit', state: 'MI' },
    });
  });

  it('Parsing an item keeps the number of the parcel, by either of its names, and the county', () => {
    expect(facts({ parcel: '21-045', apn: '9', county: 'Wayne' })).toMatchObject({
      parcel: '21-045',
      place: { county: 'Wayne' },
    });
    expect(facts({ apn: '21-045' }).parcel).toBe('21-045');
    expect(facts({ parcel: ' ', county: null })).toMatchObject({ parcel: null, place: { county: 'Wayne' } });
  });

  it('Parsing an item keeps the address and the figures that its source gave, and nothing where it gave none', () => {
    expect(facts({ address: ' 12 Oak St ', beds: 3, acres: '0.25 acres', yearBuilt: 0, baths: '' }).given).toEqual({
      address: '12 Oak St',
      beds: 3,
      acres: 0.25,
    });
    expect(facts({ beds: 0 })).not.toHaveProperty('given');
  });

  it('Parsing an item leaves out a figure that cannot be read or be true', () => {
    const { checked, leftOut } = readIntakeItem({
      title: 'House',
      link: 'https://x.com/1',
      beds: 'many',
      yearBuilt: 19,
    });
    expect(checked.data).not.toHaveProperty('beds');
    expect(leftOut).toEqual([
      { field: 'beds', value: 'many', reason: 'beds must be a number from 1 to 50' },
      { field: 'yearBuilt', value: '19', reason: 'yearBuilt must be a number from 1700 to 2049' },
    ]);
  });

  it('Parsing an item holds a plain offer for review only if its source is one whose listings are all reviewed', () => {
    expect(parseItem('constructor', house, gazetteer).kind).toBe('listing');
    expect(parseItem('sell', house, gazetteer)).toMatchObject({ kind: 'held' });
  });

  it('Parsing an item reads a price text, and keeps the words that it was read from', () => {
    const { price, reasons } = facts({ price: '$45k obo' });
    expect(price).toBe(45_000);
    expect(reasons).toContainEqual({ says: 'Price $45,000', quote: '$45k' });
  });

  it('Parsing an item takes the price from the text if the field is 0', () => {
    expect(facts({ price: 0, title: '3 bedroom house, asking $38,500' }).price).toBe(38_500);
  });

  it('Parsing an item holds a price that is not in US dollars, and says so', () => {
    for (const changes of [{ price: '€45.000' }, { price: 'CAD 45k' }, { price: 0, title: 'House, £45,000' }])
      expect(read(changes)).toMatchObject({ kind: 'held', data: { reason: 'The price is not in US dollars' } });
  });

  it.each([
    ['details', { details: 'House. '.repeat(3000) }],
    ['externalId', { externalId: 'x'.repeat(201) }],
    ['postedAt', { postedAt: 'yesterday' }],
    ['withdrawn', { withdrawn: 'who knows' }],
  ])('Parsing an item never rejects it for an optional field: %s', (_field, changes) => {
    expect(read(changes).kind).toBe('listing');
  });

  it('Parsing an item keeps the time of posting in UTC', () => {
    expect(facts({ postedAt: '2026-03-01T08:00:00+02:00' }).postedAt).toBe('2026-03-01T06:00:00.000Z');
    expect(facts({ postedAt: '2026-03-01' }).postedAt).toBe('2026-03-01T00:00:00.000Z');
    expect(facts({ postedAt: '2099-03-01' }).postedAt).toBeNull();
    expect(facts({ postedAt: '1970-01-01' }).postedAt).toBeNull();
  });

  it.each([
    ['title', { title: '', details: ' ' }],
    ['title', { title: undefined, details: undefined, parcel: ' ' }],
    ['title', { title: 7 }],
    ['link', { link: 'javascript:alert(1)' }],
    ['link', { link: 'https://bank.example@evil.example/lot' }],
    ['link', { link: 'https://example.com/\u0007' }],
    ['link', { link: undefined }],
  ])('Parsing an item rejects an invalid %s with a message that names it', (field, changes) => {
    expect(read(changes)).toEqual({ kind: 'rejected', reason: expect.stringContaining(field) as string });
  });

  it('Parsing an item reads the place from its text where no field names one, in the state of its source', () => {
    const unplaced = { zipCode: undefined };
    expect(facts({ ...unplaced, details: 'Heirs sell it. Detroit, MI 48204.' }).place.zipCode).toBe('48204');
    expect(facts({ ...unplaced, title: `${house.title} (Taylor)`, state: 'MI' }).place).toMatchObject({
      city: 'Taylor',
      state: 'MI',
    });
    expect(read({ ...unplaced, title: `${house.title} (Taylor)` })).toMatchObject({ kind: 'held' });
    expect(read({ zipCode: '00000', details: 'Detroit, MI 48204.' })).toMatchObject({ kind: 'held' });
  });

  it('Parsing an item takes the type that its source states, unless the text names another one', () => {
    const plain = { title: '5120 Maplewood St', details: 'Call for a key.' };
    expect(facts({ ...plain, propertyType: 'RES_VAC' })).toMatchObject({ propertyType: 'raw land' });
    expect(facts({ ...plain, propertyType: 'mobile_home' })).toMatchObject({ propertyType: 'mobile home' });
    expect(read({ propertyType: 'LotsLand' })).toMatchObject({ kind: 'held' });
  });

  it('Parsing an item reports a missing field as required', () => {
    for (const missing of [undefined, null]) {
      expect(read({ title: missing, details: missing })).toEqual({ kind: 'rejected', reason: 'title is required' });
      expect(read({ link: missing })).toEqual({ kind: 'rejected', reason: 'link is required' });
    }
  });

  it('Parsing an item without a title takes the first words of its details, else its parcel', () => {
    const details = 'Inherited 3 bedroom house,\nmust sell as-is. It has a new roof, an old kitchen and a garage.';
    const titles = [undefined, null, '', '  '].map((title) => facts({ title, details }).title);
    expect(new Set(titles)).toEqual(
      new Set(['Inherited 3 bedroom house, must sell as-is. It has a new roof, an old kitchen…']),
    );
    expect(facts({ title: '', details: 'House, must sell.' }).title).toBe('House, must sell.');
    const unnamed = { title: '', details: null, propertyType: 'raw land' };
    expect(facts({ ...unnamed, parcel: '21-045' }).title).toBe('Parcel 21-045');
    expect(facts({ ...unnamed, apn: 21_045 }).title).toBe('Parcel 21045');
  });

  it('Parsing an item places it at the ZIP of its text that lies in its county, else at the center of the county', () => {
    const brooke = { zipCode: undefined, county: '5 - Brooke', state: 'WV' };
    expect(facts({ ...brooke, title: '12 ELM ST WELLSBURG 26070' }).place).toMatchObject({
      basis: 'zip',
      zipCode: '26070',
      city: 'Wellsburg',
      county: 'Brooke',
    });
    expect(facts({ ...brooke, address: '12 ELM ST BEECH BOTTOM 26030' }).place).toMatchObject({ zipCode: '26030' });
    expect(facts({ ...brooke, details: 'Must sell house. Bid $26070.' }).place.basis).toBe('county');
    expect(facts({ ...brooke, parcel: '26070', details: 'Must sell house 26070' }).place.basis).toBe('county');
    const large = { zipCode: undefined, county: 'San Bernardino', state: 'CA' };
    expect(facts({ ...large, details: 'House in Needles 92363' }).place).toMatchObject({ zipCode: '92363' });
    expect(read(large)).toMatchObject({ kind: 'held' });
  });

  it('Parsing an item names the city that its text states beside the ZIP of another post office', () => {
    const place = facts({ zipCode: undefined, title: 'Inherited house, DETROIT MI, 48203' }).place;
    expect(place).toMatchObject({ basis: 'zip', zipCode: '48203', city: 'Detroit' });
    expect(facts({ zipCode: '48203', city: 'detroit', state: 'MI' }).place).toMatchObject({ city: 'Detroit' });
  });

  it('Parsing an item treats null as absent', () => {
    expect(facts({ imageUrl: 'https://ann:sesame@example.com/1.jpg' })).toMatchObject({ imageUrl: '' });
    const nothing = { externalId: null, details: null, imageUrl: null, postedAt: null, city: null, latitude: null };
    expect(facts(nothing)).toMatchObject({ externalId: null, details: '', imageUrl: '', postedAt: null });
    expect(facts({ price: null, title: '3 bedroom house, asking $38,500' }).price).toBe(38_500);
    expect(read({ zipCode: null })).toMatchObject({ kind: 'held' });
  });

  it.each([null, 'a house', 7, []])('Parsing an item rejects %j, which is not an object', (raw) => {
    const reason = 'A listing must be an object with a title and a link';
    expect(parseItem('county', raw, gazetteer)).toEqual({ kind: 'rejected', reason });
  });

  it('Parsing an item rejects an item classified as no property offer, even if price or place is missing', () => {
    const rental = { title: '2 bedroom apartment for rent, $900 per month', details: 'Available now.' };
    expect(read(rental)).toMatchObject({ kind: 'rejected' });
    expect(read({ ...rental, price: undefined, zipCode: undefined })).toMatchObject({ kind: 'rejected' });
  });

  it.each([
    ['without a price', { price: 'make offer' }, 'No valid price found'],
    ['with an impossible price', { price: 10_000_001 }, 'No valid price found'],
    ['without a place', { zipCode: undefined }, 'Location unknown'],
    ['at an unknown place', { zipCode: '00000' }, 'Location unknown'],
  ])('Parsing an item holds an offer %s for review', (_what, changes, reason) => {
    expect(read(changes)).toMatchObject({
      kind: 'held',
      data: { source: 'county', reason, item: { title: house.title } },
    });
  });
});
