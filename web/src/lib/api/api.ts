import type * as z from 'zod';
import {
  type EndpointDeclaration,
  findResponse,
  liveVersionHeader,
  type multipartForm,
  type PathParameter,
  type ResponseOf,
} from '#domain/shared/endpoint.contract.ts';

/** The server refused: `message` is `{status}: {text}`, as toasts show it. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  /** What the server said, without the status. */
  readonly text: string;
  /** The response had no text of its own. */
  readonly isBare: boolean;
  /** The user was asked for a fresh proof of identity and canceled: no alarm is due. */
  isCanceled = false;

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

type Field<Name extends string, T> = [T] extends [undefined]
  ? unknown
  : undefined extends T
    ? Partial<Record<Name, T>>
    : Partial<T> extends T
      ? Partial<Record<Name, T>>
      : Record<Name, T>;
type ParamsInputOf<E extends { path: string }> = E extends { params: infer S extends z.ZodType }
  ? z.input<S>
  : Record<PathParameter<E['path']>, string>;
type BodyInputOf<E> = E extends { bodyType: typeof multipartForm }
  ? File
  : E extends { body: infer S extends z.ZodType }
    ? z.input<S>
    : undefined;

/** What a client sends, each part where the endpoint declares it. */
type CallArguments<E extends { path: string }> = Field<'params', ParamsInputOf<E>> &
  Field<'query', E extends { query: infer S extends z.ZodType } ? z.input<S> : undefined> &
  Field<'body', BodyInputOf<E>> & { signal?: AbortSignal };

type Target = Pick<EndpointDeclaration, 'method' | 'path'>;
type Value = string | number | boolean | null | undefined;
type Values = Record<string, Value | readonly Value[]>;
/** The arguments of any call: those of an endpoint are narrower. */
export type Arguments = { params?: Values; query?: Values; body?: unknown; signal?: AbortSignal };
export type Reply = { status: number; text: string; headers: Headers };
/** Absent where the endpoint needs no argument. */
export type Rest<E extends Target> =
  Partial<CallArguments<E>> extends CallArguments<E> ? [CallArguments<E>?] : [CallArguments<E>];

/**
 * Calls an endpoint; resolves with its answer, validated. An action carries an idempotency key of its own. Throws
 * ApiError, or an Error with a readable message.
 */
export async function call<E extends EndpointDeclaration>(
  endpoint: E,
  ...[requestArguments]: Rest<E>
): Promise<ResponseOf<E>> {
  return parseReply(endpoint, await send(endpoint, requestArguments)) as ResponseOf<E>; // the schema is the endpoint's
}

/** The text of the answer, without validation. Throws as `call` does. */
export async function callText<E extends Target>(
  target: Pick<E, keyof Target>,
  ...[requestArguments]: Rest<E>
): Promise<string> {
  return (await send(target, requestArguments)).text;
}

/** The address of an endpoint. */
export function buildPath<E extends Target>(target: E, ...[requestArguments]: Rest<E>): string {
  return toPath(target, requestArguments);
}

function toPath({ path }: Target, { params = {}, query = {} }: Arguments = {}): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const values = Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, one] as const));
  const given = values.filter(([, value]) => value !== undefined);
  if (given.length === 0) return filled;
  return `${filled}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
}

const ownRequestIds = new Set<string>();

/** Whether this window sent that request, and knows by its answer what it changed. */
export function isOwnRequest(id: string): boolean {
  return ownRequestIds.has(id);
}

let readVersion: string | null | undefined;

/** Whether all reads of this window so far began at that version of the live updates. */
export function areReadsOf(version: string): boolean {
  return readVersion === version;
}

function recordVersion(version: string | null): void {
  readVersion = readVersion === undefined || readVersion === version ? version : null;
}

/** Sends a request; resolves with its answer as it came. Throws as `call` does. */
export async function send(target: Target, requestArguments: Arguments = {}): Promise<Reply> {
  const { body, signal = null } = requestArguments;
  const path = toPath(target, requestArguments);
  if (target.method === 'get') return request(path, { signal });
  const id = createRequestId();
  ownRequestIds.add(id);
  try {
    const reply = await request(path, { method: target.method.toUpperCase(), signal, ...toPayload(body, id) });
    // Answered before the views show the change: the live update then comes later than a refetch.
    if (reply.headers.has('x-views')) ownRequestIds.delete(id);
    return reply;
  } catch (error) {
    ownRequestIds.delete(id);
    throw error;
  }
}

function toPayload(body: unknown, id: string): RequestInit {
  const headers = { 'idempotency-key': id, 'x-request-id': id };
  if (body === undefined) return { headers };
  if (!(body instanceof File)) {
    return { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
  }
  const form = new FormData();
  form.set('file', body);
  return { headers, body: form };
}

let askForProof: (() => Promise<boolean>) | null = null;

/** Sets what asks the user for a fresh proof of identity, and resolves with whether it was given; null for nothing. */
export function setProofPrompt(prompt: typeof askForProof): void {
  askForProof = prompt;
}

/** A request that is refused for want of a fresh proof is repeated after one. */
async function request(path: string, init: RequestInit): Promise<Reply> {
  const reply = await fetch(path, { credentials: 'include', ...init }).catch((cause: unknown) => {
    if (init.signal?.aborted) throw cause;
    throw new Error('Can’t reach the server. Check your connection and try again.', { cause });
  });
  if (init.method === undefined) recordVersion(reply.headers.get(liveVersionHeader));
  const text = await reply.text();
  if (reply.ok) return { status: reply.status, text, headers: reply.headers };
  const error = new ApiError(reply.status, text || reply.statusText, text === '');
  if (askForProof && reply.headers.has('x-reauthenticate')) {
    if (await askForProof()) return request(path, init);
    error.isCanceled = true;
  }
  throw error;
}

/** The answer, validated; undefined where the endpoint declares none. */
export function parseReply(endpoint: EndpointDeclaration, { status, text }: Reply): unknown {
  const schema = findResponse(endpoint, status);
  return schema && parseAnswer(schema, text);
}

/** The JSON of a response, validated against its contract. */
export function parseAnswer<T>(answer: z.ZodType<T>, text: string): T {
  try {
    return answer.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error('Unexpected response from the server. Reload the page.', { cause });
  }
}

/** Random, without `crypto.randomUUID`, which is missing on plain http from another machine. */
function createRequestId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
