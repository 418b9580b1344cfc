import { expect, it } from 'vitest';
import { cleanForeignLine, cleanForeignText, cutText, isWebAddress } from './foreign-text.contract.ts';

it.each([
  'https://example.com',
  'http://example.com:8080/lot/7?id=1#photos',
  'HTTPS://EXAMPLE.COM/user@home',
  'https://example.com?mail=ann@example.com',
  'https://[2606:4700::1111]/lot',
  'https://m\u00fcnchen.example/\u05D1\u05D9\u05EA',
])('The text %j is a web address', (text) => {
  expect(isWebAddress(text)).toBe(true);
});

it.each([
  '',
  'example.com',
  'https://',
  'ftp://example.com',
  'javascript:alert(1)//https://example.com',
  'https://bank.example@evil.example/',
  'https://ann:sesame@example.com/lot',
  'https://example.com\\@evil.example/',
  'https://example.com/a b',
  'https://example.com/\u0000',
  'https://example.com/\r\nBcc: ann@example.com',
  'https://example.com/\u202Egpj.exe',
  'https://exam\u200Bple.com/',
  'https://example.com:99999/',
])('The text %j is no web address', (text) => {
  expect(isWebAddress(text)).toBe(false);
});

it('Controls of the direction of text are stripped, and its letters stay', () => {
  expect(cleanForeignText('Cabin \u202E000,01$\u202C \u2066x\u2069 \u05D1\u05D9\u05EA')).toBe(
    'Cabin 000,01$ x \u05D1\u05D9\u05EA',
  );
});

it('Controls are removed from a text, and lines and tabs stay', () => {
  expect(cleanForeignText('a\u0000b\u001B[31m\u007F\u0085\r\nc\td\re\u200F\u061C')).toBe('ab[31m\nc\td\ne');
});

it('A text of one line has blanks for its lines and tabs', () => {
  expect(cleanForeignLine('House\r\n\tfor\u0000 sale')).toBe('House for sale');
});

it('Half of a character is removed', () => {
  expect(cleanForeignText('House \uD83D for sale \uD83C\uDFE1')).toBe('House  for sale \uD83C\uDFE1');
});

it.each([
  ['House', 10, 'House'],
  ['House', 3, 'Hou'],
  ['Lot \uD83C\uDFE1', 6, 'Lot \uD83C\uDFE1'],
  ['Lot \uD83C\uDFE1!', 5, 'Lot '],
])('The text %j is cut to %i units without half of a character', (text, maxLength, expected) => {
  expect(cutText(text, maxLength)).toBe(expected);
});
