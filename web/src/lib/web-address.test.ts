import { expect, it } from 'vitest';
import { webAddress, webHost } from './web-address.ts';

it('lets http and https through', () => {
  expect(webAddress('https://example.com/a?b=c')).toBe('https://example.com/a?b=c');
  expect(webAddress('http://example.com')).toBe('http://example.com');
});

it.each(['javascript:alert(1)', 'data:text/html,hi', '/relative', 'example.com', ''])('makes no link of %j', (text) => {
  expect(webAddress(text)).toBe('');
});

it('names the host without www', () => {
  expect(webHost('https://www.example.com/lot/1')).toBe('example.com');
  expect(webHost('no address')).toBe('');
});
