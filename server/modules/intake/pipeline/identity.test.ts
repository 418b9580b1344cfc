import { describe, expect, it } from 'vitest';
import { listingIdOf, normalLink } from './identity.ts';

const link = 'https://homes.example.com/lot/7';

describe('the identity of a listing', () => {
  it('is that of its external id, whatever its link says', () => {
    const id = listingIdOf('county', { externalId: '7', link });
    expect(listingIdOf('county', { externalId: '7', link: `${link}/moved` })).toBe(id);
    expect(listingIdOf('county', { externalId: '8', link })).not.toBe(id);
  });

  it('is that of its link where it has no external id', () => {
    const id = listingIdOf('county', { link });
    expect(listingIdOf('county', { link: 'http://HOMES.example.com/lot/7/?utm_source=mail#photos' })).toBe(id);
    expect(listingIdOf('county', { link: `${link}?unit=2` })).not.toBe(id);
  });

  it('is another one at every source', () => {
    expect(listingIdOf('county', { externalId: '7', link })).not.toBe(listingIdOf('city', { externalId: '7', link }));
  });

  it('never takes an external id for a link', () => {
    expect(listingIdOf('county', { externalId: normalLink(link), link })).not.toBe(listingIdOf('county', { link }));
  });
});

describe('a normal link', () => {
  it('keeps the parameters that the page needs, in any order', () => {
    expect(normalLink('https://x.example.com/a?b=2&a=1&fbclid=zz')).toBe('x.example.com/a?a=1&b=2');
  });

  it('leaves alone what is no address', () => {
    expect(normalLink('https://')).toBe('https://');
  });
});
