import { describe, expect, it } from 'vitest';
import { extractOffers } from './extract-offers.ts';

const offers = [
  { title: 'Inherited brick house on Elm Street', city: 'Detroit, MI 48204' },
  { title: 'Two acres of raw land by the lake', city: 'Flint, MI 48503' },
  { title: 'Single wide mobile home, must go', city: 'Lansing, MI 48910' },
];
const link = (n: number) => `https://click.example.com/t/${n}?u=abc`;
const each = (words: (title: string, city: string, n: number) => string) =>
  offers.map(({ title, city }, n) => words(title, city, n)).join('');
const mail = (body: string) =>
  `<h1>Hi Ann, 3 new listings match your search</h1>${body}
   <p><a href="https://alerts.example.com/all">See all 17 listings</a></p>
   <p><a href="https://alerts.example.com/similar">Similar homes in Detroit</a></p>
   <p>You received this e-mail because you asked for it. <a href="https://alerts.example.com/u">Unsubscribe</a></p>`;

describe('the offers of a mail without prices', () => {
  it.each<[string, string]>([
    [
      'in blocks of their own',
      each(
        (title, city, n) => `<div><h3><a href="${link(n)}">${title}</a></h3><p>${city}</p><p>Call for price</p></div>`,
      ),
    ],
    ['line by line', each((title, city, n) => `<p><a href="${link(n)}">${title}</a></p><p>${city}</p>`)],
    [
      'with a button last, in blocks',
      each((title, city, n) => `<div><h3>${title}</h3><p>${city}</p><p><a href="${link(n)}">View</a></p></div>`),
    ],
    [
      'with a button last, line by line',
      each((title, city, n) => `<p>${title}</p><p>${city}</p><p><a href="${link(n)}">View</a></p>`),
    ],
    ['in a list', `<ul>${each((title, city, n) => `<li><a href="${link(n)}">${title}</a> (${city})</li>`)}</ul>`],
    [
      'but one',
      each(
        (title, city, n) =>
          `<div><a href="${link(n)}">${title}</a><p>${city}</p>${n === 1 ? '<p>$12,500</p>' : ''}</div>`,
      ),
    ],
  ])('The offers of a mail without prices are separated %s', (how, html) => {
    const found = extractOffers({ subject: '3 new listings', html: mail(html), text: '' });
    expect(found.map(({ title, link: to }) => [title, to])).toEqual(offers.map(({ title }, n) => [title, link(n)]));
    for (const [n, { details, price }] of found.entries()) {
      expect(details).toContain(offers[n]?.city);
      expect(details.match(/MI \d{5}/g)).toHaveLength(1);
      expect(price).toBe(how === 'but one' && n === 1 ? '$12,500' : null);
    }
  });

  it.each<[string, (title: string, city: string, n: number) => string]>([
    ['in paragraphs', (title, city, n) => `${title}\n${city}\n${link(n)}\n\n`],
    ['line by line', (title, city, n) => `${title}\n${city}\n${link(n)}\n`],
    ['a line each', (title, city, n) => `* ${title}, ${city}: ${link(n)}\n`],
  ])('The offers of a mail without prices are separated in plain text %s', (_how, words) => {
    const found = extractOffers({ subject: 'Alert', html: null, text: `Hello,\n\n${each(words)}\n-- \nAnn` });
    expect(found).toHaveLength(3);
    for (const [n, offer] of found.entries()) {
      expect(offer.details).toContain(offers[n]?.title);
      expect(offer.details).toContain(offers[n]?.city);
      expect(offer.link).toBe(link(n));
    }
  });

  it('The offers of a mail without prices are separated by links that differ only in a number, whatever they are called', () => {
    const html = ['Flint', 'Lansing', 'Saginaw']
      .map((town, n) => `<p><a href="${link(n)}">Lead in ${town}</a></p><p>3 bed house, ${town}, MI. Owner moved.</p>`)
      .join('');
    const found = extractOffers({ subject: 'Probate leads', html: mail(html), text: '' });
    expect(found.map(({ title, link: to }) => [title, to])).toEqual([
      ['Lead in Flint', link(0)],
      ['Lead in Lansing', link(1)],
      ['Lead in Saginaw', link(2)],
    ]);
  });

  it('The offers of a mail without prices are a single one where the mail is about one, whatever else it links to', () => {
    const html = `<p>My aunt left me her house, it needs a roof.</p><p><a href="${link(0)}">Photos of the house</a></p>
      <p><a href="${link(1)}">Map</a></p><p><a href="https://example.com/similar">Similar houses near you</a></p>`;
    const found = extractOffers({ subject: 'Inherited house, quick sale', html, text: '' });
    expect(found).toMatchObject([{ title: 'Inherited house, quick sale', link: link(0) }]);
  });
});
