import { describe, expect, it } from 'vitest';
import { isPublicAddress, lookupPublicAddress } from './public-address.ts';

describe('public addresses', () => {
  it.each(['8.8.8.8', '1.1.1.1', '172.15.0.1', '172.32.0.1', '2606:4700::1111', '2a00:1450::1', '::ffff:8.8.8.8'])(
    'The address %s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '::7f00:1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    '4000::1',
    '5f00::1',
    'fec0::1',
    '192.88.99.1',
    '192.0.0.8',
    'localhost',
    'fe80::1%eth0',
  ])('The address %s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it('Public addresses are the only ones that a name may resolve to', async () => {
    const found = await new Promise<string>((resolve) => {
      lookupPublicAddress('localhost', {}, (error) => resolve(error?.message ?? 'found'));
    });
    expect(found).toBe('localhost is not a public address');
  });
});
