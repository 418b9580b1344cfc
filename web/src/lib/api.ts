import type * as z from 'zod';

/** The server refused: `message` is `{status}: {text}`, as toasts show it. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;

  constructor(status: number, text: string) {
    super(`${status}: ${text}`);
    this.status = status;
  }
}

/** Reads JSON and holds it to its contract. Throws ApiError, or an Error with a sentence for people. */
export async function get<T>(path: string, answer: z.ZodType<T>, signal: AbortSignal): Promise<T> {
  return understood(answer, await read(path, signal));
}

export function read(path: string, signal: AbortSignal): Promise<string> {
  return call(path, { signal });
}

/** Sends one action of the user, under a key of its own, so that it takes effect once; resolves with the answer's text. */
export function send(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<string> {
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  return call(path, {
    method,
    headers: { ...json, 'idempotency-key': newKey() },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** Like `send`, for an answer that has a contract. */
export async function sendFor<T>(
  answer: z.ZodType<T>,
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<T> {
  return understood(answer, await send(method, path, body));
}

async function call(path: string, init: RequestInit): Promise<string> {
  const reply = await fetch(path, { credentials: 'include', ...init }).catch((cause: unknown) => {
    if (init.signal?.aborted) throw cause;
    throw new Error('The server cannot be reached. Check your network and try again.', { cause });
  });
  const text = await reply.text();
  if (!reply.ok) throw new ApiError(reply.status, text || reply.statusText);
  return text;
}

/** The JSON of an answer, held to its contract. */
export function understood<T>(answer: z.ZodType<T>, text: string): T {
  try {
    return answer.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error('The server answered in a way that this page does not know. Load the page again.', { cause });
  }
}

/** Random, and made without `crypto.randomUUID`, which plain http on another machine does not have. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
