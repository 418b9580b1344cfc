import type * as z from 'zod';

/** The server refused: `message` is `{status}: {text}`, as toasts show it. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  /** What the server said, without the status. */
  readonly text: string;
  /** The response had no text of its own. */
  readonly isBare: boolean;

  constructor(status: number, text: string, isBare = false) {
    super(`${status}: ${text}`);
    this.status = status;
    this.text = text;
    this.isBare = isBare;
  }
}

/** The words of a failure, without the status that they may have. */
export function getErrorText(error: Error): string {
  return error instanceof ApiError ? error.text : error.message;
}

/** Fetches JSON and validates it against its contract. Throws ApiError, or an Error with a readable message. */
export async function get<T>(path: string, answer: z.ZodType<T>, signal: AbortSignal): Promise<T> {
  return parseAnswer(answer, await getText(path, signal));
}

export async function getText(path: string, signal: AbortSignal): Promise<string> {
  return (await request(path, { signal })).text;
}

/** `next` is the path of the following page. */
export type ListPage<T> = { items: T[]; total: number; next: string | null };

/** A page of a list, the total count, and the path of the next page. Throws as `get` does. */
export async function getPage<T>(path: string, item: z.ZodType<T>, signal: AbortSignal): Promise<ListPage<T>> {
  const { text, headers } = await request(path, { signal });
  const items = parseAnswer(item.array(), text);
  const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? null;
  return { items, total: Number(headers.get('x-total-count') ?? items.length), next };
}

/** Sends one action of the user with an idempotency key of its own; resolves with the response's text. */
export function send(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<string> {
  if (body === undefined) return sendOnce(path, { method });
  return sendOnce(path, { method, body: JSON.stringify(body) }, { 'content-type': 'application/json' });
}

/** Like `send`, for a response that has a contract. */
export async function sendAndParse<T>(
  answer: z.ZodType<T>,
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<T> {
  return parseAnswer(answer, await send(method, path, body));
}

/** Sends a file as the field `file` of a form. */
export async function upload<T>(answer: z.ZodType<T>, path: string, file: File): Promise<T> {
  const body = new FormData();
  body.set('file', file);
  return parseAnswer(answer, await sendOnce(path, { method: 'POST', body }));
}

const ownRequestIds = new Set<string>();

/** Whether this window sent that request, and knows by its answer what it changed. */
export function isOwnRequest(id: string): boolean {
  return ownRequestIds.has(id);
}

async function sendOnce(path: string, init: RequestInit, headers: Record<string, string> = {}): Promise<string> {
  const id = createRequestId();
  ownRequestIds.add(id);
  try {
    const reply = await request(path, { ...init, headers: { ...headers, 'idempotency-key': id, 'x-request-id': id } });
    // Answered before the views show the change: the live update then comes later than a refetch.
    if (reply.headers.has('x-views')) ownRequestIds.delete(id);
    return reply.text;
  } catch (error) {
    ownRequestIds.delete(id);
    throw error;
  }
}

async function request(path: string, init: RequestInit): Promise<{ text: string; headers: Headers }> {
  const reply = await fetch(path, { credentials: 'include', ...init }).catch((cause: unknown) => {
    if (init.signal?.aborted) throw cause;
    throw new Error('The server cannot be reached. Check your network and try again.', { cause });
  });
  const text = await reply.text();
  if (!reply.ok) throw new ApiError(reply.status, text || reply.statusText, text === '');
  return { text, headers: reply.headers };
}

/** The JSON of a response, validated against its contract. */
export function parseAnswer<T>(answer: z.ZodType<T>, text: string): T {
  try {
    return answer.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error('The server answered in a way that this page does not know. Load the page again.', { cause });
  }
}

/** Random, without `crypto.randomUUID`, which is missing on plain http from another machine. */
function createRequestId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
