import { describe, expect, it } from 'vitest';
import { loadGazetteer } from '#server/modules/geo/index.ts';
import type { MailFields } from './html-lines.ts';
import { placeOffer } from './place-offer.ts';

const gazetteer = await loadGazetteer();
const locate = (title: string, fields: MailFields, details = '') =>
  gazetteer.locate(placeOffer({ title, details, fields, price: null, link: null, imageUrl: null }, gazetteer));

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
});
