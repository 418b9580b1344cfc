import { describe, expect, it } from 'vitest';
import { extractOffers } from './extract-offers.ts';

const houses = [
  { title: 'Inherited brick house on Elm Street', price: '$45,000', city: 'Detroit, MI 48204' },
  { title: 'Two acres of raw land by the lake', price: '$12,500', city: 'Flint, MI 48503' },
  { title: 'Single wide mobile home, must go', price: '$9,900', city: 'Lansing, MI 48910' },
];
const link = (n: number, what = '') => `https://click.example.com/t/${n}${what}?u=abc%3D&utm_source=alert`;
const picture = (n: number) => `https://img.example.com/${n}.jpg`;
const mailOf = (cards: string[], wrap = (all: string) => all) =>
  `<html><head><style>p{color:red}</style></head><body>
   <div style="display:none">Preheader $99,000</div>
   <table><tr><td><a href="https://alerts.example.com/"><img src="https://img.example.com/logo.png"></a></td></tr></table>
   <h1>Hi Ann, 3 new listings match your search</h1>
   ${wrap(cards.join('\n'))}
   <p><a href="https://alerts.example.com/all">See all 17 listings</a></p>
   <p>You received this e-mail because you asked for it. <a href="https://alerts.example.com/u">Unsubscribe</a></p>
   <img src="https://alerts.example.com/open.gif" width="1" height="1"></body></html>`;
const expected = houses.map(({ title, price }, n) => ({ title, price, n }));

describe('the offers of a mail', () => {
  it.each<[string, string]>([
    [
      'in blocks of their own',
      mailOf(
        houses.map(
          ({ title, price, city }, n) => `<div class="card"><a href="${link(n)}"><img src="${picture(n)}" alt=""></a>
            <h3><a href="${link(n)}">${title}</a></h3><p><b>${price}</b></p><p>${city}</p></div>`,
        ),
      ),
    ],
    [
      'in blocks that count each click',
      mailOf(
        houses.map(
          ({ title, price, city }, n) => `<table><tr><td><a href="${link(n, 'i')}"><img src="${picture(n)}"></a></td>
            <td><a href="${link(n)}">${title}</a><br><span>${price}</span><br>${city}<br>
            <a href="${link(n, 'v')}">View details</a></td></tr></table>`,
        ),
      ),
    ],
    [
      'with the price before the name',
      mailOf(
        houses.map(
          ({ title, price, city }, n) => `<div><div><a href="${link(n)}"><img src="${picture(n)}"></a></div>
            <div>${price}</div><div>3 bd | 1 ba</div><div><a href="${link(n)}">${title}</a></div><div>${city}</div></div>`,
        ),
      ),
    ],
    [
      'in rows of one table',
      mailOf(
        houses.map(
          ({ title, price, city }, n) => `<tr><td><a href="${link(n)}"><img src="${picture(n)}"></a></td></tr>
            <tr><td><a href="${link(n)}">${title}</a></td></tr><tr><td>${price}</td></tr><tr><td>${city}</td></tr>`,
        ),
        (all) => `<table>${all}</table>`,
      ),
    ],
    [
      'with two prices where one is what it was',
      mailOf(
        houses.map(
          ({ title, price, city }, n) => `<div><a href="${link(n)}"><img src="${picture(n)}"></a>
            <p>${price}</p><p>Price cut: $5,000</p><p><a href="${link(n)}">${title}</a></p><p>${city}</p></div>`,
        ),
      ),
    ],
  ])('The offers of a mail are separated %s', (_how, html) => {
    const offers = extractOffers({ subject: '3 new listings', html, text: '' });
    expect(offers.map(({ title, price }) => ({ title, price }))).toEqual(
      expected.map(({ title, price }) => ({ title, price })),
    );
    for (const [n, offer] of offers.entries()) {
      expect(offer.link).toBe(link(n));
      expect(offer.imageUrl).toBe(picture(n));
      expect(offer.details).toContain(houses[n]?.city);
      for (const other of houses.filter((_house, index) => index !== n))
        expect(offer.details).not.toContain(other.title);
      expect(offer.details).not.toMatch(/Unsubscribe|Preheader|Hi Ann/);
    }
  });

  const each = (words: (title: string, price: string, city: string, n: number) => string) =>
    houses.map(({ title, price, city }, n) => words(title, price, city, n)).join('');
  it.each<[string, string]>([
    [
      'within one link each',
      each(
        (title, price, city, n) => `<a href="${link(n)}"><div>${title}</div><div>${price}</div><div>${city}</div></a>`,
      ),
    ],
    [
      'with a button last, below a heading',
      each(
        (title, price, city, n) =>
          `<h3>${title}</h3><p>${price}</p><p>${city}</p><p><a href="${link(n)}">View listing</a></p>`,
      ),
    ],
    [
      'with a button last, line by line',
      each(
        (title, price, city, n) =>
          `<p>${title}</p><p>${price}</p><p>${city}</p><p><a href="${link(n)}">Details</a></p>`,
      ),
    ],
    [
      'with their address last, above a rule',
      each((title, price, city, n) => `${title}<br>${price}<br>${city}<br><a href="${link(n)}">${link(n)}</a><hr>`),
    ],
    [
      'line by line, name first',
      each((title, price, city, n) => `<p><a href="${link(n)}">${title}</a></p><p>${price}</p><p>${city}</p>`),
    ],
    [
      'line by line, price first',
      each((title, price, city, n) => `<p>${price}</p><p><a href="${link(n)}">${title}</a></p><p>${city}</p>`),
    ],
    [
      'in lists of lists',
      `<ul>${each((title, price, city, n) => `<li><b>${title}</b><ul><li>Asking: ${price}</li><li>${city}</li><li><a href="${link(n)}">Open</a></li></ul></li>`)}</ul>`,
    ],
    [
      'two in a row',
      `<table><tr>${each((title, price, city, n) => `${n === 2 ? '</tr><tr>' : ''}<td><p><a href="${link(n)}">${title}</a></p><p>Was $99,000, now ${price}</p><p>Est. payment $310/mo</p><p>${city}</p></td>`)}</tr></table>`,
    ],
  ])('The offers of a mail are separated %s', (_how, html) => {
    const offers = extractOffers({ subject: 'Alert', html, text: '' });
    expect(offers.map((offer) => [offer.title, offer.link])).toEqual(houses.map(({ title }, n) => [title, link(n)]));
    for (const [n, { details, price }] of offers.entries()) {
      expect([details, price]).toEqual([
        expect.stringContaining(houses[n]?.city ?? ''),
        expect.stringContaining(houses[n]?.price ?? ''),
      ]);
      expect(details.match(/MI \d{5}/g)).toHaveLength(1);
    }
  });

  it('The offers of a mail are separated in a plain list of links', () => {
    const html = `<p>${houses.map(({ title, price, city }, n) => `<a href="${link(n)}">${title}</a> - ${price} (${city})`).join('<br>')}</p>`;
    const offers = extractOffers({ subject: 'Alert', html, text: '' });
    expect(offers.map(({ title }) => title)).toEqual(houses.map(({ title }) => title));
    expect(offers.map((offer) => offer.link)).toEqual([0, 1, 2].map((n) => link(n)));
    expect(offers[1]?.price).toContain('$12,500');
  });

  it.each([
    [
      'in paragraphs',
      ({ title, price, city }: (typeof houses)[number], n: number) => `${title}\n${price}\n${city}\n${link(n)}\n`,
    ],
    [
      'with the link in between',
      ({ title, price, city }: (typeof houses)[number], n: number) => `${title}\n<${link(n)}>\n${price} ${city}\n`,
    ],
    [
      'a line each',
      ({ title, price, city }: (typeof houses)[number], n: number) => `* ${title}, ${city}, ${price}: ${link(n)}`,
    ],
  ])('The offers of a mail are separated in plain text %s', (_how, words) => {
    const text = `Hello,\n\nnew offers:\n\n${houses.map(words).join('\n')}\n\n-- \nYou received this mail because you asked for it.`;
    const offers = extractOffers({ subject: 'Alert', html: null, text });
    expect(offers).toHaveLength(3);
    for (const [n, offer] of offers.entries()) {
      expect(offer.title).toContain(houses[n]?.title);
      expect(offer.link).toBe(link(n));
      expect(offer.details).toContain(houses[n]?.city);
    }
  });

  it('The offers of a mail are a single one where the mail is about one', () => {
    const text =
      'House of my aunt in Detroit, MI 48204. Needs a roof.\n$45k obo, cash.\nPhotos: https://photos.example.com/elm\n';
    expect(extractOffers({ subject: 'Fwd: Inherited house, quick sale', html: null, text })).toEqual([
      {
        title: 'Inherited house, quick sale',
        details: expect.stringContaining('Needs a roof') as string,
        price: '$45k obo, cash.',
        link: 'https://photos.example.com/elm',
        imageUrl: null,
        fields: {},
      },
    ]);
  });

  it('The offers of a mail use the title of the only offer where the subject only counts', () => {
    const html = `<p>1 new listing</p><div><a href="${link(0)}">${houses[0]?.title}</a><p>$45,000</p></div>`;
    expect(extractOffers({ subject: '1 new listing for your search', html, text: '' })).toMatchObject([
      { title: houses[0]?.title, link: link(0), price: '$45,000' },
    ]);
  });

  it('The offers of a mail include one without a price among others, where it names a property', () => {
    const cards = houses.map(
      ({ title, price, city }, n) =>
        `<div><a href="${link(n)}">${title}</a><p>${n === 1 ? 'Call for price' : price}</p><p>${city}</p></div>`,
    );
    const advert = '<div><a href="https://ads.example.com">Compare loan rates</a><p>Today</p></div>';
    const offers = extractOffers({
      subject: 'Alert',
      html: mailOf([cards[0] ?? '', advert, ...cards.slice(1)]),
      text: '',
    });
    expect(offers.map(({ title }) => title)).toEqual(houses.map(({ title }) => title));
    expect(offers[1]).toMatchObject({ price: null, link: link(1) });
  });

  it('The offers of a mail are separated in rows of one line, even where a title has only one word', () => {
    const named = [{ title: 'Vacant lot 0.5 acre', price: '$31,000', city: 'Detroit, MI 48210' }, ...houses];
    const rows = named.map(
      ({ title, price, city }, n) => `<tr><td><a href="${link(n)}"><img src="${picture(n)}"></a></td>
        <td><a href="${link(n)}">${title}</a><br><b>${price}</b><br>${city}</td></tr>`,
    );
    const offers = extractOffers({ subject: 'Alert', html: mailOf(rows, (all) => `<table>${all}</table>`), text: '' });
    expect(offers.map(({ title, link: to }) => [title, to])).toEqual(named.map(({ title }, n) => [title, link(n)]));
  });

  it.each<[string, string | null, string]>([
    [
      'in plain text',
      null,
      `Have a look at this\n\n---------- Forwarded message ---------\nFrom: Alerts <a@homes.example>\nDate: Fri, Nov 20, 2026\nSubject: New listing\nTo: Ann <ann@example.com>\n\nInherited brick house, cash only\n$36,200\nDetroit, MI 48213\n${link(1)}\n`,
    ],
    [
      'and quoted',
      null,
      `Have a look at this\n\n> From: Alerts <a@homes.example>\n> Sent: Friday\n> Subject: New listing\n>\n> Inherited brick house, cash only\n> $36,200\n> Detroit, MI 48213\n> ${link(1)}\n`,
    ],
    [
      'in HTML',
      `<div>Have a look at this</div><div>---------- Forwarded message ---------<br><b>From:</b> Alerts &lt;<a href="mailto:a@homes.example">a@homes.example</a>&gt;<br><b>Date:</b> Friday<br><b>Subject:</b> New listing<br></div><p><a href="${link(1)}">Inherited brick house, cash only</a></p><p>$36,200</p><p>Detroit, MI 48213</p>`,
      '',
    ],
  ])('The offers of a mail are those of a forwarded mail %s', (_how, html, text) => {
    const [offer] = extractOffers({ subject: 'Fwd: New listing in your area', html, text });
    expect(offer).toMatchObject({ title: 'Inherited brick house, cash only', price: '$36,200', link: link(1) });
    expect(offer?.details).not.toMatch(/Have a look|Forwarded|From:/);
  });

  it('The offers of a mail have no link where the mail has none', () => {
    expect(extractOffers({ subject: 'House for sale $20k', html: null, text: 'Call me' })).toMatchObject([
      { link: null },
    ]);
    expect(
      extractOffers({ subject: '', html: '<a href="javascript:alert(1)">House on Elm Street $20k</a>', text: '' }),
    ).toMatchObject([{ link: null }]);
  });

  it('The offers of a mail are found quickly in a mail that is built to be slow to parse', () => {
    const hard = '<div>$1,000 <a href="https://x.example.com">x</a>'.repeat(20_000);
    expect(extractOffers({ subject: '', html: hard, text: '' }).length).toBeLessThanOrEqual(100);
  });
});
