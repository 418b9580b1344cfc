import type { LookupFunction } from 'node:net';
import { Agent, fetch, type Response } from 'undici';
import { PrivateAddress, publicLookup, refusePrivate } from '#server/lib/addresses.ts';
import { FeedFailure } from '../feed-config/failure.ts';

export type Limits = { seconds: number; bytes: number; redirects: number };
export const usualLimits: Limits = { seconds: 20, bytes: 50_000_000, redirects: 5 };

/** Names the product to those it reads from. */
export const userAgent = 'OffMarketScout';

/** `address` is where the redirects led. */
type Fetched = { status: number; header: (name: string) => string | null; bytes: Buffer; address: string };
export type Asked = { headers?: Record<string, string>; signal: AbortSignal; allowPrivate: boolean; limits: Limits };
/** Sees each address before it is asked, the first and those that it redirects to. */
type Gate = (url: URL) => Promise<void>;

export type Fetching = {
  get: (address: URL, asked: Asked, gate?: Gate) => Promise<Fetched>;
  close: () => Promise<void>;
};

/**
 * Reads from the web, within limits, and from public addresses unless told otherwise; `lookup` finds these. Throws
 * FeedFailure.
 */
export function createFetching(lookup: LookupFunction = publicLookup): Fetching {
  const anywhere = new Agent();
  const publicOnly = new Agent({ connect: { lookup } });

  const follow = async (address: URL, asked: Asked, gate?: Gate): Promise<Fetched> => {
    const { allowPrivate, signal, limits } = asked;
    const headers = { 'user-agent': userAgent, ...asked.headers };
    const dispatcher = allowPrivate ? anywhere : publicOnly;
    let url = address;
    for (let hops = 0; hops <= limits.redirects; hops += 1) {
      if (!allowPrivate) refusePrivate(url);
      await gate?.(url);
      const response = await fetch(url, { headers, dispatcher, signal, redirect: 'manual' });
      const next = redirectOf(response, url);
      if (next === null) return { ...(await readIn(response, limits)), address: url.href };
      await response.body?.cancel();
      url = next;
    }
    throw new FeedFailure(`The source redirects more than ${limits.redirects} times`);
  };

  return {
    get: async (address, asked, gate) => {
      const timeout = AbortSignal.timeout(asked.limits.seconds * 1000);
      const signal = AbortSignal.any([asked.signal, timeout]);
      try {
        return await follow(address, { ...asked, signal }, gate);
      } catch (error) {
        if (timeout.aborted && !(error instanceof FeedFailure))
          throw new FeedFailure(`The source did not answer within ${asked.limits.seconds} seconds`);
        throw failureOf(error, address);
      }
    },
    close: async () => {
      await Promise.all([anywhere.destroy(), publicOnly.destroy()]);
    },
  };
}

const redirects = new Set([301, 302, 303, 307, 308]);

function redirectOf(response: Response, from: URL): URL | null {
  const location = response.headers.get('location');
  if (!redirects.has(response.status) || location === null) return null;
  const next = URL.parse(location, from);
  if (next === null || !/^https?:$/.test(next.protocol))
    throw new FeedFailure('The source redirects to no web address');
  return next;
}

async function readIn({ status, headers, body }: Response, { bytes: most }: Limits): Promise<Omit<Fetched, 'address'>> {
  const tooLarge = () => new FeedFailure(`The source gives more than ${most / 1_000_000} MB`);
  if (Number(headers.get('content-length') ?? 0) > most) {
    await body?.cancel();
    throw tooLarge();
  }
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of (body ?? []) as AsyncIterable<Uint8Array>) {
    // a response's body gives bytes
    size += piece.byteLength;
    if (size > most) throw tooLarge(); // leaving the loop ends the transfer
    pieces.push(piece);
  }
  return { status, header: (name) => headers.get(name), bytes: Buffer.concat(pieces) };
}

const reasons: Partial<Record<string, string>> = {
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name cannot be looked up now',
  ECONNREFUSED: 'it refuses connections',
  ECONNRESET: 'it broke the connection off',
  UND_ERR_SOCKET: 'it broke the connection off',
};

/** What undici throws has its reason as its cause. */
function failureOf(error: unknown, { host }: URL): Error {
  if (error instanceof FeedFailure) return error;
  const cause: unknown = error instanceof Error && error.cause !== undefined ? error.cause : error;
  if (cause instanceof PrivateAddress) {
    const advice = 'if the feed is meant to be read there, set allowPrivate to true';
    return new FeedFailure(`${cause.message}: ${advice}`, { cause: error });
  }
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return new FeedFailure(`${host} cannot be reached: ${reasons[code] ?? 'the transfer failed'}`, { cause: error });
}
