import { describe, expect, it } from 'vitest';
import { findContact, hideContact, removeContact } from './find-contact.ts';

describe('the telephones in a text', () => {
  it.each([
    ['Call 313-555-0123 any time', ['313-555-0123']],
    ['Call (313) 555-0123.', ['313-555-0123']],
    ['Ask for Ann (313)555-0123', ['313-555-0123']],
    ['313.555.0123 leave a message', ['313-555-0123']],
    ['313 - 555 - 0123', ['313-555-0123']],
    ['+1 313 555 0123', ['313-555-0123']],
    ['1-313-555-0123 or 1 (800) 555-0199', ['313-555-0123', '800-555-0199']],
    ['+13135550123', ['313-555-0123']],
    ['313 555-0123', ['313-555-0123']],
    ['(313) 555 0123', ['313-555-0123']],
    ['Text me at 313 555 0123', ['313-555-0123']],
    ['Cash only, text 3135550123 to see it', ['313-555-0123']],
    ['Phone #313-555-0123', ['313-555-0123']],
    ['ph: 313–555–0123', ['313-555-0123']],
    ['313-555-0123/313-555-0199', ['313-555-0123', '313-555-0199']],
    ['313-555-0123, 313.555.0123 and (313) 555-0123', ['313-555-0123']],
    ['Must sell! $45,000 313-555-0123', ['313-555-0123']],
    ['313-555-0123 ext. 12', ['313-555-0123']],
    ['Call 313-555-0111, 313-555-0112, 313-555-0113, 313-555-0114', ['313-555-0111', '313-555-0112', '313-555-0113']],
  ])('The text %s has the telephones %o', (text, phones) => {
    expect(findContact(text)).toEqual({ phones, emails: [] });
  });

  it.each([
    'Parcel 16-313-555-0123 of the county',
    'Parcel: 313-555-0123',
    'Parcel no. 313-555-0123',
    'APN 223-456-7890',
    'PIN: 402-251-0100',
    'Tax ID #313-555-0123',
    'MLS# 313-555-0123',
    'Fax 313-555-0123',
    'Parcel 3135550123, vacant',
    'No. 3135550123',
    '#313-555-0123',
    '313 555 0123',
    '123-456-7890',
    '911-555-0123 and 313-911-0123 and 393-555-0123',
    'Asking $313,555, taxes 1200 2300 a year',
    '$313.555.0123',
    'Detroit, MI 48204-1234',
    'Built 1985, sold 2026-10-14, open 10/14/2026 1200',
    'Lot 250 x 300, 4.5 acres, 1,234 sq ft, 12345678901',
    'At 42.331427, -83.045754',
    'See https://example.com/313-555-0123 or www.example.com/call/313-555-0123',
    'Item 313-555-01234567',
    '313-555-0123-45',
    'LD 246-247-248249249',
    'Call 555-0123',
    'ab313-555-0123',
    '',
  ])('The text %s has no telephone', (text) => {
    expect(findContact(text).phones).toEqual([]);
  });
});

describe('the email addresses in a text', () => {
  it.each([
    ['Write to Ann.Heir@Example.com.', ['ann.heir@example.com']],
    [
      'ann+lot7@mail.example.co.uk, or ANN@example.com, ann@example.com',
      ['ann+lot7@mail.example.co.uk', 'ann@example.com'],
    ],
    ['<ann@example.com>', ['ann@example.com']],
    ['mailto:ann@example.com', ['ann@example.com']],
    ['b7c1-3135550123@sale.example.org', ['b7c1-3135550123@sale.example.org']],
  ])('The text %s has the addresses %o', (text, emails) => {
    expect(findContact(text)).toEqual({ phones: [], emails });
  });

  it.each([
    'house@2x.png',
    '3 beds @ $500 a month',
    '@ann.example',
    'ann@localhost',
    'https://example.com/?from=ann@example.com',
    'https://user@example.com/lot',
  ])('The text %s has no address', (text) => {
    expect(findContact(text)).toEqual({ phones: [], emails: [] });
  });
});

it('A long text of digits and signs is read to its end', () => {
  for (const piece of ['313-555-', 'a.', '(313) ', 'a@b.', '1 ']) {
    expect(findContact(piece.repeat(50_000))).toEqual({ phones: [], emails: [] });
  }
});

it('A text without its contact keeps all its other words', () => {
  const text = 'Call (313) 555-0123 or ann@example.com. Parcel 313-555-0123, $45,000, https://example.com/ann';
  expect(hideContact(text)).toBe('Call [hidden] or [hidden]. Parcel 313-555-0123, $45,000, https://example.com/ann');
  expect(hideContact('As-is')).toBe('As-is');
});

it('A text without its contact and links keeps its other words and numbers', () => {
  const text =
    'Call 313-555-0123, ann@example.com, https://example.com/ann or Facebook.com/ann. Parcel 313-555-0123, $4.5k';
  expect(removeContact(text)).toBe('Call , ,  or  Parcel 313-555-0123, $4.5k');
  expect(removeContact('See www.example.org. Sold as-is.Needs a roof, 2.5 acres')).toBe(
    'See  Sold as-is.Needs a roof, 2.5 acres',
  );
});
