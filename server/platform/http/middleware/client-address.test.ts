import { describe, expect, it } from 'vitest';
import { getClientAddress } from './client-address.ts';
import { parseRate } from '#server/platform/config/rate.ts';

describe('the address that a limit counts', () => {
  it.each([
    ['10.1.2.3', '10.1.2.3'],
    ['::ffff:10.1.2.3', '10.1.2.3'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::6', '2001:db8:1:2'],
    ['2001:db8::6', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['[2001:db8:1:2::6]:443', '2001:db8:1:2'],
    ['[2001:db8:1:2::6]', '2001:db8:1:2'],
    ['unknown', 'unknown'],
    ['_hidden', 'unknown'],
    ['203.0.113.7, 10.0.0.1', 'unknown'],
    ['1.2.3:80', 'unknown'],
    ['<script>', 'unknown'],
    [undefined, 'unknown'],
  ])('The address that a limit counts of %s is %s', (ip, counted) => {
    expect(getClientAddress({ ip })).toBe(counted);
  });
});

describe('a rate', () => {
  it.each([
    ['10/15m', { points: 10, seconds: 900 }],
    ['1/1s', { points: 1, seconds: 1 }],
    ['5/24d', { points: 5, seconds: 2_073_600 }],
    ['5/25d', null],
    ['0/1m', null],
    ['1/0m', null],
    ['1/m', null],
    ['1/1w', null],
    ['1/1m ', null],
  ])('The rate %s reads as %j', (text, rate) => {
    expect(parseRate(text)).toEqual(rate);
  });
});
