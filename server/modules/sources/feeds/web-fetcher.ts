import type { LookupFunction } from 'node:net';
import type { Response } from 'undici';
import { createHttpClient } from '#server/lib/network/http-client.ts';
import { PrivateAddress, lookupPublicAddress, assertPublicHost } from '#server/lib/network/public-address.ts';
import { describeCertificateProblem } from '#server/lib/network/certificate-problem.ts';
import { FeedError } from '../feed-config/feed-error.ts';

export type FetchLimits = { seconds: number; bytes: number; redirects: number };
export const defaultFetchLimits: FetchLimits = { seconds: 20, bytes: 50_000_000, redirects: 5 };

/** Identifies this product to the sites that it reads. */
export const userAgent = 'OffMarketScout';

/** `address` is the final address after redirects. */
type FetchResult = { status: number; header: (name: string) => string | null; bytes: Buffer; address: string };
export type FetchOptions = {
  headers?: Record<string, string>;
  signal: AbortSignal;
  allowPrivate: boolean;
  limits: FetchLimits;
};
/** Called with each address before it is requested, including the targets of redirects. */
type AddressCheck = (url: URL) => Promise<void>;

export type WebFetcher = {
  get: (address: URL, options: FetchOptions, checkAddress?: AddressCheck) => Promise<FetchResult>;
  close: () => Promise<void>;
};

/**
 * Reads from the web, within limits, and only from public addresses unless configured otherwise; `lookup` resolves
 * these. Throws FeedError.
 */
export function createWebFetcher(lookup: LookupFunction = lookupPublicAddress): WebFetcher {
  const anywhere = createHttpClient();
  const publicOnly = createHttpClient({ connect: { lookup } });

  const follow = async (address: URL, options: FetchOptions, checkAddress?: AddressCheck): Promise<FetchResult> => {
    const { allowPrivate, signal, limits } = options;
    const headers = { 'user-agent': userAgent, ...options.headers };
    const client = allowPrivate ? anywhere : publicOnly;
    let url = address;
    for (let hops = 0; hops <= limits.redirects; hops += 1) {
      if (!allowPrivate) assertPublicHost(url);
      await checkAddress?.(url);
      const response = await client.fetch(url, { headers, signal, redirect: 'manual' });
      const next = findRedirect(response, url);
      if (next === null) return { ...(await readBody(response, limits)), address: url.href };
      await response.body?.cancel();
      url = next;
    }
    throw new FeedError(`The source redirects more than ${limits.redirects} times`);
  };

  return {
    get: async (address, options, checkAddress) => {
      const timeout = AbortSignal.timeout(options.limits.seconds * 1000);
      const signal = AbortSignal.any([options.signal, timeout]);
      try {
        return await follow(address, { ...options, signal }, checkAddress);
      } catch (error) {
        if (timeout.aborted && !(error instanceof FeedError))
          throw new FeedError(`The source did not answer within ${options.limits.seconds} seconds`);
        throw toFeedError(error, address);
      }
    },
    close: async () => {
      await Promise.all([anywhere.close(), publicOnly.close()]);
    },
  };
}

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

function findRedirect(response: Response, from: URL): URL | null {
  const location = response.headers.get('location');
  if (!redirectStatuses.has(response.status) || location === null) return null;
  const next = URL.parse(location, from);
  if (next === null || !/^https?:$/.test(next.protocol)) throw new FeedError('The source redirects to no web address');
  return next;
}

async function readBody(
  { status, headers, body }: Response,
  { bytes: maxBytes }: FetchLimits,
): Promise<Omit<FetchResult, 'address'>> {
  const tooLarge = () => new FeedError(`The source returned more than ${maxBytes / 1_000_000} MB`);
  if (Number(headers.get('content-length') ?? 0) > maxBytes) {
    await body?.cancel();
    throw tooLarge();
  }
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of (body ?? []) as AsyncIterable<Uint8Array>) {
    // a response's body gives bytes
    size += piece.byteLength;
    if (size > maxBytes) throw tooLarge(); // leaving the loop ends the transfer
    pieces.push(piece);
  }
  return { status, header: (name) => headers.get(name), bytes: Buffer.concat(pieces) };
}

/** By the code of the error, or by its name or message where it has none. */
const failureReasons: Partial<Record<string, string>> = {
  ENOTFOUND: 'its name is unknown',
  EAI_AGAIN: 'its name cannot be resolved now',
  ECONNREFUSED: 'it refuses connections',
  ECONNRESET: 'it closed the connection',
  UND_ERR_SOCKET: 'it closed the connection',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no route to it',
  ETIMEDOUT: 'it gave no answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'it gave no answer in time',
  ERR_SSL_WRONG_VERSION_NUMBER: 'its port does not speak https',
  HTTPParserError: 'its port does not speak http',
  'bad port': 'its port is reserved for other protocols',
};

/** undici puts the reason into the cause of its errors. */
function toFeedError(error: unknown, { host }: URL): Error {
  if (error instanceof FeedError) return error;
  const cause: unknown = error instanceof Error && error.cause !== undefined ? error.cause : error;
  if (cause instanceof PrivateAddress) {
    const advice = 'if the feed is meant to be read there, set allowPrivate to true';
    return new FeedError(`${cause.message}: ${advice}`, { cause: error });
  }
  const names = cause instanceof Error ? ['code' in cause ? String(cause.code) : '', cause.name, cause.message] : [];
  const known = names.flatMap((name) => failureReasons[name] ?? describeCertificateProblem(name) ?? []);
  const reason = known[0] ?? `the transfer failed (${names.find((name) => name !== '') ?? 'for an unknown reason'})`;
  return new FeedError(`${host} cannot be reached: ${reason}`, { cause: error });
}
