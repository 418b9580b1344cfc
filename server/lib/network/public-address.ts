import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Global unicast; of IPv4 it is all that the ranges below leave. */
const unicastAddresses = new BlockList();
unicastAddresses.addSubnet('0.0.0.0', 0, 'ipv4');
unicastAddresses.addSubnet('2000::', 3, 'ipv6');

/** The ranges in it that no public host has, by IANA's registries of special addresses. */
const specialAddresses = new BlockList();
const specialSubnets: [string, number, 'ipv4' | 'ipv6'][] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.31.196.0', 24, 'ipv4'],
  ['192.52.193.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['192.175.48.0', 24, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['2620:4f:8000::', 48, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
];
for (const subnet of specialSubnets) specialAddresses.addSubnet(...subnet);

export class PrivateAddress extends Error {
  constructor(host: string) {
    super(`${host} is not a public address`);
    this.name = 'PrivateAddress';
  }
}

export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0) return false;
  const family = version === 6 ? 'ipv6' : 'ipv4';
  return unicastAddresses.check(address, family) && !specialAddresses.check(address, family);
}

/** Throws PrivateAddress for a literal address; names are checked when they are resolved. */
export function assertPublicHost(url: URL): void {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new PrivateAddress(host);
}

/** Resolves a name for the connection itself, so that it cannot resolve to another address a moment later. */
export const lookupPublicAddress: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) {
      callback(error, []);
      return;
    }
    const [first] = addresses;
    if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address)))
      callback(new PrivateAddress(host), []);
    else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};
