import { describe, expect, it } from 'vitest';
import { loadGazetteer } from '#server/modules/geo/index.ts';
import type { MailFields } from './html-lines.ts';
import { type OfferPlace, placeOffer } from './place-offer.ts';

const gazetteer = await loadGazetteer();
const locate = (title: string, fields: MailFields, known: OfferPlace = {}) =>
  gazetteer.locate(
    placeOffer({ title, details: '', fields, price: null, link: null, imageUrl: null }, gazetteer, known),
  );

describe('the place of an offer in a mail', () => {
  it.each<[string, string, MailFields, string | null]>([
    ['the ZIP of its column', '812 Grand Ave', { zipCode: '48204' }, '48204'],
    [
      'the ZIP of its column rather than the city of its text',
      '812 Grand Ave, Detroit, MI',
      { zipCode: '48204' },
      '48204',
    ],
    ['the city and state of its columns', '812 Grand Ave', { city: 'Flint', state: 'MI' }, 'Flint'],
    ['the city of its column and the state of its text', 'Flint, MI, brick house', { city: 'Flint' }, 'Flint'],
    ['the text where the column has no known ZIP', 'House in Flint, MI', { zipCode: '00001' }, 'Flint'],
    ['the text where the column has a ZIP of another state', 'House in Flint, MI', { zipCode: '75201' }, 'Flint'],
    ['nothing where no column and no text names one', '812 Grand Ave', { zipCode: '00001' }, null],
  ])('The place of an offer in a mail is %s', (_what, title, fields, expected) => {
    const place = locate(title, fields);
    expect(place && (place.zipCode ?? place.city)).toBe(expected);
  });

  it.each<{ what: string; title: string; fields?: MailFields; known: OfferPlace; expected: string | null }>([
    {
      what: 'the city of its column in the state of its sender',
      title: '19 Mill St',
      fields: { city: 'Owosso' },
      known: { state: 'MI' },
      expected: 'Owosso',
    },
    {
      what: 'the bracketed town in the state of its sender',
      title: 'Fixer house (Taylor)',
      known: { state: 'MI' },
      expected: 'Taylor',
    },
    {
      what: 'the city of its sender where it names none',
      title: '19 Mill St',
      known: { city: 'Flint', state: 'MI' },
      expected: 'Flint',
    },
    {
      what: 'the ZIP of its sender where it names none',
      title: '19 Mill St',
      known: { zipCode: '48503' },
      expected: '48503',
    },
    {
      what: 'its own rather than that of its sender',
      title: 'House in Gary, IN',
      known: { city: 'Flint', state: 'MI' },
      expected: 'Gary',
    },
    {
      what: 'unknown where it names two',
      title: 'Flint, MI or Gary, IN',
      known: { city: 'Flint', state: 'MI' },
      expected: null,
    },
    { what: 'unknown where its sender has a state only', title: '19 Mill St', known: { state: 'MI' }, expected: null },
    {
      what: 'unknown where its state is not that of its sender',
      title: '19 Mill St',
      fields: { state: 'OH' },
      known: { city: 'Flint', state: 'MI' },
      expected: null,
    },
  ])('The place of an offer in a mail is $what', ({ title, fields = {}, known, expected }) => {
    const place = locate(title, fields, known);
    expect(place && (place.zipCode ?? place.city)).toBe(expected);
  });
});
