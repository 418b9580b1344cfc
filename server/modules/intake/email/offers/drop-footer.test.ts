import { describe, expect, it } from 'vitest';
import { extractOffers } from './extract-offers.ts';

const link = 'https://click.example.com/1';
const office = '500 Griswold St, Suite 2400, Dallas, TX 75201';
const oneOffer = `<p><a href="${link}">Brick house, heirs selling</a></p><p>$45,000</p><p>812 Grand Ave, Detroit, MI 48204</p>`;
const button = `<p>Brick house, heirs selling</p><p>812 Grand Ave, Detroit, MI 48204</p><p>$45,000</p><p><a href="${link}">View</a></p>`;
const prose = `<p>Brick house, heirs selling, in Detroit, MI 48204 for $45,000.</p><p><a href="${link}">Photos</a></p>`;
const unsubscribe = '<a href="https://click.example.com/u">Unsubscribe</a>';
const footers = {
  'behind a link': `<p>${unsubscribe} | ${office}</p>`,
  'before a link': `<p>Deal Finder, ${office} | ${unsubscribe}</p>`,
  'of its own': `<p>Deal Finder LLC, ${office}</p>`,
  'of its own without a company': `<p>${office}</p>`,
  'in several lines': `<p>Our mailing address is:<br>Deal Finder LLC<br>500 Griswold St<br>Dallas, TX 75201</p>`,
  'in several lines before a notice': `<div>Deal Finder LLC</div><div>500 Griswold St Ste 2</div><div>Dallas, TX 75201</div><div>You receive this because you signed up.</div>`,
  'of a person': `<p>Sent by Jane Doe, Deal Realty, ${office}</p>`,
  'with a reward': `<p>Refer a seller and earn $5,000!</p><p>Deal Finder, ${office}</p><p>You're receiving this email because you asked for it. ${unsubscribe}</p>`,
  'in a signature': `<p>Thanks,</p><p>Jane Doe</p><p>${office}</p><p>214-555-0100</p>`,
  'with links of the site': `<p>You are receiving this as a member of <a href="https://deal.example/">Deal Finder Homes</a></p><p>PO Box 12, Dallas, TX 75201</p><p><a href="https://deal.example/blog">Visit our blog</a></p>`,
};

describe('the footer of a mail', () => {
  it.each(
    Object.entries(footers).flatMap(([what, footer]) =>
      Object.entries({ 'a title that is a link': oneOffer, 'a button': button, prose }).map(
        ([how, offer]) => [what, how, offer + footer] as const,
      ),
    ),
  )('The footer of a mail with an address %s is no part of an offer with %s', (_what, _how, html) => {
    const offers = extractOffers({ subject: 'New deal', html, text: '' });
    expect(offers).toMatchObject([{ link, price: expect.stringContaining('$45,000') as string }]);
    expect(offers[0]?.details).toContain('Detroit, MI 48204');
    expect(offers[0]?.details).not.toMatch(/75201|Dallas|Griswold|5,000!|Jane|Realty|Finder/);
  });

  it('The footer of a mail may come first', () => {
    const html = `<p>You are receiving this because you signed up. ${unsubscribe}</p><hr>${oneOffer}`;
    expect(extractOffers({ subject: 'New deal', html, text: '' })).toMatchObject([{ link, price: '$45,000' }]);
  });

  it.each([
    ['the only address, at the end', '<p>Brick house</p><p>$45,000</p><p>812 Grand Ave, Detroit, MI 48204</p>'],
    [
      'the first of two addresses at the end',
      `<p>Brick house</p><p>$45,000</p><p>812 Grand Ave, Detroit, MI 48204</p><p>Quick Flip, ${office}</p>`,
    ],
  ])('The footer of a mail is not %s', (_what, html) => {
    const [offer] = extractOffers({ subject: 'New deal', html: `${html}<p>${unsubscribe}</p>`, text: '' });
    expect(offer?.details).toBe('Brick house\n$45,000\n812 Grand Ave, Detroit, MI 48204');
  });

  it('The footer of a mail leaves the only link of the mail to the offer', () => {
    const text = `My house in Flint, MI 48503, needs a roof, $20,000.\n\nThanks,\nEd\n${link}\n`;
    expect(extractOffers({ subject: 'House', html: null, text })).toMatchObject([
      { link, details: 'My house in Flint, MI 48503, needs a roof, $20,000.' },
    ]);
  });
});
