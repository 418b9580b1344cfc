import { createHttpClient } from '#server/lib/network/http-client.ts';
import { lookupPublicAddress, assertPublicHost } from '#server/lib/network/public-address.ts';

/** A push as it goes over the wire: encrypted, and signed with the keys of this server. */
export type PushRequest = { endpoint: string; headers: Record<string, string>; body: Buffer };
/** `retryAfter` in seconds, null where the service does not say. */
export type PushResponse = { status: number; retryAfter: number | null };
export type PushTransport = { send: (request: PushRequest) => Promise<PushResponse>; close: () => Promise<void> };

const requestTimeoutMs = 10_000;

/**
 * Sends to public addresses only, unless `allowPrivate`, follows no redirects, and reads no response body. Throws what
 * undici throws.
 */
export function createPushTransport({ allowPrivate = false } = {}): PushTransport {
  const client = createHttpClient(allowPrivate ? {} : { connect: { lookup: lookupPublicAddress } });
  return {
    send: async ({ endpoint, headers, body }) => {
      const url = new URL(endpoint);
      if (!allowPrivate) assertPublicHost(url);
      const signal = AbortSignal.timeout(requestTimeoutMs);
      const answer = await client.fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
      await answer.body?.cancel();
      return { status: answer.status, retryAfter: parseSeconds(answer.headers.get('retry-after')) };
    },
    close: client.close,
  };
}

function parseSeconds(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;
}
