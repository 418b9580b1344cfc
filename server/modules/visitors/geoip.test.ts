import { expect, it } from 'vitest';
import { createGeoIpLookup } from './geoip.ts';

const lookup = createGeoIpLookup();
const unknown = { state: null, city: null, country: 'USA' };

it('The GeoIP lookup locates an address in the United States with the two letters of its state', async () => {
  expect(await lookup('68.41.0.1')).toEqual({ state: 'MI', city: 'Jackson', country: 'USA' });
});

it('The GeoIP lookup locates IPv6 addresses, and IPv4 addresses written as IPv6', async () => {
  expect(await lookup('2600:1700::1')).toEqual({ state: 'MI', city: 'Detroit', country: 'USA' });
  expect(await lookup('::ffff:66.108.0.1')).toMatchObject({ state: 'NY', country: 'USA' });
});

it('The GeoIP lookup gives no state abroad, and names the city without its district', async () => {
  expect(await lookup('24.48.0.1')).toEqual({ state: null, city: 'Montreal', country: 'Canada' });
});

it.each([
  '127.0.0.1',
  '10.1.2.3',
  '192.168.0.9',
  '203.0.113.9',
  '::1',
  'fe80::1%eth0',
  '2001:db8::1',
  '::ffff:10.0.0.1',
  '',
  'unknown',
  '1.2.3',
])('The GeoIP lookup does not locate %s', async (address) => {
  expect(await lookup(address)).toEqual(unknown);
});

it('The GeoIP lookup locates nothing where the database is missing', async () => {
  const missing = createGeoIpLookup({ fileOf: (family) => `/nowhere/ipv${family}.mmdb` });
  expect(await missing('68.41.0.1')).toEqual(unknown);
  const notInstalled = createGeoIpLookup({
    fileOf: () => {
      throw new Error('Cannot find module');
    },
  });
  expect(await notInstalled('68.41.0.1')).toEqual(unknown);
});

it('The GeoIP lookup reads a file again after it was released', async () => {
  const forgetful = createGeoIpLookup({ idleAfter: 1 });
  expect(await forgetful('68.41.0.1')).toMatchObject({ state: 'MI' });
  expect(await forgetful('68.41.0.1')).toMatchObject({ state: 'MI' });
});
