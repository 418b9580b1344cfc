import { describe, expect, it } from 'vitest';
import { extractOffers } from './extract-offers.ts';

const rows = [
  { street: '812 Grand Ave', city: 'Detroit', state: 'MI', zip: '48204', price: '$45,000' },
  { street: '17 Elm St', city: 'Flint', state: 'MI', zip: '48503', price: '$12,500' },
  { street: '4 Oak Ct', city: 'Lansing', state: 'MI', zip: '48910', price: '$9,900' },
];
type Row = (typeof rows)[number];
const link = (n: number) => `https://click.example.com/${n}`;
const linked = ({ street }: Row, n: number) => `<a href="${link(n)}">${street}</a>`;
const renderTable = (cells: (row: Row, n: number) => string[], head: string[] = [], cell = 'th') =>
  `<table>${head.length > 0 ? `<tr>${head.map((name) => `<${cell}>${name}</${cell}>`).join('')}</tr>` : ''}${rows
    .map(
      (row, n) =>
        `<tr>${cells(row, n)
          .map((text) => `<td>${text}</td>`)
          .join('')}</tr>`,
    )
    .join('')}</table>`;

describe('an offer in a row of a table', () => {
  it.each([
    ['behind the price', renderTable((row, n) => [linked(row, n), row.price, row.zip], ['Address', 'Price', 'ZIP'])],
    [
      'first, in a table whose head is of common cells',
      renderTable((row, n) => [row.zip, row.price, linked(row, n)], ['Zip Code', 'Asking', 'Property'], 'td'),
    ],
    ['in the only column of five digits', renderTable((row, n) => [linked(row, n), row.zip, row.price])],
    [
      'in a table with a column of areas',
      renderTable((row, n) => [linked(row, n), '10890', row.zip, row.price], ['Address', 'Lot size', 'Zip:', 'Price']),
    ],
    [
      'in a table with the price in bare numbers',
      renderTable(
        (row, n) => [linked(row, n), row.price.replaceAll(/[$,]/g, ''), row.zip],
        ['Address', 'Price ($)', 'Zip'],
      ),
    ],
  ])('An offer in a row of a table has the ZIP of its row %s', (_where, html) => {
    const offers = extractOffers({ subject: 'Our list', html, text: '' });
    expect(offers.map(({ title, link: to, fields }) => [title, to, fields.zipCode])).toEqual(
      rows.map(({ street, zip }, n) => [street, link(n), zip]),
    );
    for (const { details } of offers) expect(details).not.toMatch(/Address|Property\b/);
  });

  it('An offer in a row of a table has the fields that the columns name', () => {
    const html = renderTable(
      (row, n) => [linked(row, n), row.city, row.state, 'Wayne', `0${n}-77`, 'Vacant lot', '$99,000', row.price],
      ['Address', 'City', 'St.', 'County', 'Parcel #', 'Type', 'ARV', 'Price'],
    );
    const offers = extractOffers({ subject: 'Our list', html, text: '' });
    expect(offers.map(({ fields, price }) => ({ ...fields, price }))).toEqual(
      rows.map(({ city, state, price }, n) => ({
        city,
        state,
        county: 'Wayne',
        parcel: `0${n}-77`,
        propertyType: 'Vacant lot',
        price: `Price: ${price}`,
      })),
    );
  });

  it('An offer in a row of a table has no ZIP where two columns could be it', () => {
    const html = renderTable((row, n) => [linked(row, n), '10890', row.zip, row.price]);
    expect(extractOffers({ subject: 'Our list', html, text: '' }).map(({ fields }) => fields)).toEqual([{}, {}, {}]);
  });

  it('An offer in a table of names and values has the fields that they name', () => {
    const html = `<p><a href="${link(1)}">Brick house, needs a roof</a></p><table><tr><td>Price:</td><td>$45,000</td></tr>
      <tr><td><b>City</b></td><td>Detroit</td></tr><tr><td>State</td><td>MI</td></tr><tr><td>Zip</td><td>48204</td></tr>
      <tr><td>ARV</td><td>$99,000</td></tr></table>`;
    expect(extractOffers({ subject: 'New deal', html, text: '' })).toMatchObject([
      { link: link(1), price: 'Price: $45,000', fields: { city: 'Detroit', state: 'MI', zipCode: '48204' } },
    ]);
  });
});
