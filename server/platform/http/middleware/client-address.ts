import { isIP, isIPv6 } from 'node:net';
import type { Request } from 'express';

/** The address of a request's client, without a port. Null where a proxy forwards something that is no address. */
export function parseClientAddress({ ip = '' }: Pick<Request, 'ip'>): string | null {
  const address = /^\[([^\]]+)\](?::\d+)?$/.exec(ip)?.[1] ?? /^([\d.]+):\d+$/.exec(ip)?.[1] ?? ip;
  return isIP(address) === 0 ? null : address;
}

/**
 * The key of a rate limit. A home has a whole /64 of IPv6 addresses, so these count as one; an IPv4-mapped IPv6 address
 * counts as the IPv4 address.
 */
export function getClientAddress(request: Pick<Request, 'ip'>): string {
  const address = parseClientAddress(request) ?? 'unknown';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  return isIPv6(address) ? toNetwork(address) : address;
}

function toNetwork(address: string): string {
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length);
  return [...groups, ...Array.from({ length: missing }, () => '0'), ...(tail ? tail.split(':') : [])]
    .slice(0, 4)
    .join(':');
}

/** Whether the peer is this machine itself; a proxy that forwards for another client is not. */
export function isLoopback(request: Request): boolean {
  const forwarded = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'].some(
    (name) => request.get(name) !== undefined,
  );
  return !forwarded && /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/i.test(request.socket.remoteAddress ?? '');
}

/** An IPv4-mapped IPv6 address is kept as IPv4. */
export function normalizeAddress(ip: string): string {
  return ip.replace(/^::ffff:(?=[\d.]+$)/i, '');
}
