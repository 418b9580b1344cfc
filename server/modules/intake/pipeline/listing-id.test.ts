import { describe, expect, it } from 'vitest';
import { deriveListingId, normalizeUrl } from './listing-id.ts';

const link = 'https://homes.example.com/lot/7';

describe('the id of a listing', () => {
  it('The id of a listing is derived from its external id, whatever its link is', () => {
    const id = deriveListingId('county', { externalId: '7', link });
    expect(deriveListingId('county', { externalId: '7', link: `${link}/moved` })).toBe(id);
    expect(deriveListingId('county', { externalId: '8', link })).not.toBe(id);
  });

  it('The id of a listing is derived from its link where it has no external id', () => {
    const id = deriveListingId('county', { link });
    expect(deriveListingId('county', { link: 'http://HOMES.example.com/lot/7/?utm_source=mail#photos' })).toBe(id);
    expect(deriveListingId('county', { link: `${link}?unit=2` })).not.toBe(id);
  });

  it('The id of a listing is different at every source', () => {
    expect(deriveListingId('county', { externalId: '7', link })).not.toBe(
      deriveListingId('city', { externalId: '7', link }),
    );
  });

  it('The id of a listing never takes an external id for a link', () => {
    expect(deriveListingId('county', { externalId: normalizeUrl(link), link })).not.toBe(
      deriveListingId('county', { link }),
    );
  });
});

describe('a normalized link', () => {
  it('A normalized link keeps the parameters that the page needs, in any order', () => {
    expect(normalizeUrl('https://x.example.com/a?b=2&a=1&fbclid=zz')).toBe('x.example.com/a?a=1&b=2');
  });

  it('A normalized link is unchanged if it is not an address', () => {
    expect(normalizeUrl('https://')).toBe('https://');
  });
});
