import { expect, it } from 'vitest';
import { toHttpUrl, getHostName } from './http-url.ts';

it('lets http and https through', () => {
  expect(toHttpUrl('https://example.com/a?b=c')).toBe('https://example.com/a?b=c');
  expect(toHttpUrl('http://example.com')).toBe('http://example.com');
});

it.each(['javascript:alert(1)', 'data:text/html,hi', '/relative', 'example.com', ''])('makes no link of %j', (text) => {
  expect(toHttpUrl(text)).toBe('');
});

it('names the host without www', () => {
  expect(getHostName('https://www.example.com/lot/1')).toBe('example.com');
  expect(getHostName('no address')).toBe('');
});
