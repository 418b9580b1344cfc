import { expect, it } from 'vitest';
import { toHttpUrl, getHostName } from './http-url.ts';

it('Addresses by http and https are accepted', () => {
  expect(toHttpUrl('https://example.com/a?b=c')).toBe('https://example.com/a?b=c');
  expect(toHttpUrl('http://example.com')).toBe('http://example.com');
});

it.each([
  'javascript:alert(1)',
  'data:text/html,hi',
  '/relative',
  'example.com',
  'https://bank.example@evil.example/',
  'https://example.com/\u202Egpj.exe',
  '',
])('The address %j becomes no link', (text) => {
  expect(toHttpUrl(text)).toBe('');
});

it('The host is shown without www', () => {
  expect(getHostName('https://www.example.com/lot/1')).toBe('example.com');
  expect(getHostName('no address')).toBe('');
});
