import type { IncomingMessage } from 'node:http';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether the method of a request is read-only. */
export function isSafeMethod(request: IncomingMessage): boolean {
  return safeMethods.has(request.method ?? '');
}

/**
 * Whether a page of another site made this request. Browsers send Sec-Fetch-Site or Origin; a client that sends neither
 * is no browser, and carries no cookie that its user did not mean to send.
 */
export function isCrossSite({ headers }: IncomingMessage, publicUrl: string | null): boolean {
  const site = headers['sec-fetch-site'];
  if (site === 'cross-site' || site === 'same-site') return true;
  const { origin } = headers;
  if (origin === undefined) return false;
  if (!URL.canParse(origin)) return true;
  const originUrl = new URL(origin);
  return publicUrl === null
    ? originUrl.host !== normalizeHost(headers.host, originUrl.protocol)
    : originUrl.origin !== publicUrl;
}

/** The Host header in the form that URL gives a host: lower case, without the scheme's default port. */
function normalizeHost(host: string | undefined, protocol: string): string | null {
  const address = `${protocol}//${host ?? ''}`;
  return URL.canParse(address) ? new URL(address).host : null;
}
