import { Agent, fetch } from 'undici';
import { publicLookup, refusePrivate } from '#server/lib/addresses.ts';

/** A push as it goes over the wire: encrypted, and signed with the keys of this server. */
export type PushRequest = { endpoint: string; headers: Record<string, string>; body: Buffer };
/** `retryAfter` in seconds, null where the service does not say. */
export type PushAnswer = { status: number; retryAfter: number | null };
export type PushTransport = { send: (request: PushRequest) => Promise<PushAnswer>; close: () => Promise<void> };

const patience = 10_000;

/** Sends to public addresses alone, follows nobody elsewhere, and reads no answer. Throws what undici throws. */
export function pushTransport(): PushTransport {
  const dispatcher = new Agent({ connect: { lookup: publicLookup } });
  return {
    send: async ({ endpoint, headers, body }) => {
      const url = new URL(endpoint);
      refusePrivate(url);
      const signal = AbortSignal.timeout(patience);
      const answer = await fetch(url, { method: 'POST', headers, body, dispatcher, signal, redirect: 'manual' });
      await answer.body?.cancel();
      return { status: answer.status, retryAfter: secondsIn(answer.headers.get('retry-after')) };
    },
    close: () => dispatcher.destroy(),
  };
}

function secondsIn(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;
}
