import type * as z from 'zod';
import {
  type EndpointDeclaration,
  findResponse,
  type multipartForm,
  type PathParameter,
  type ResponseOf,
} from '#domain/shared/endpoint.contract.ts';
import { ApiError, parseAnswer } from './api.ts';

type Field<Name extends string, T> = [T] extends [undefined]
  ? unknown
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
type Values = Record<string, string | number | boolean | null | undefined>;
/** The arguments of any call: those of an endpoint are narrower. */
type Arguments = { params?: Values; query?: Values; body?: unknown; signal?: AbortSignal };
type Reply = { status: number; text: string; headers: Headers };
/** Absent where the endpoint needs no argument. */
type Rest<E extends Target> =
  Partial<CallArguments<E>> extends CallArguments<E> ? [CallArguments<E>?] : [CallArguments<E>];

/**
 * Calls an endpoint; resolves with its answer, validated. An action carries an idempotency key of its own. Throws
 * ApiError, or an Error with a readable message.
 */
export async function call<E extends EndpointDeclaration>(endpoint: E, ...[given]: Rest<E>): Promise<ResponseOf<E>> {
  return parseReply(endpoint, await send(endpoint, given)) as ResponseOf<E>; // the schema is the endpoint's
}

function toPath({ path }: Target, { params = {}, query = {} }: Arguments = {}): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const values = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)]],
  );
  return values.length === 0 ? filled : `${filled}?${new URLSearchParams(values).toString()}`;
}

async function send(target: Target, given: Arguments = {}): Promise<Reply> {
  const { body, signal = null } = given;
  const isRead = target.method === 'get';
  const init: RequestInit = {
    method: target.method.toUpperCase(),
    credentials: 'include',
    signal,
    headers: {
      ...(!isRead && { 'idempotency-key': createIdempotencyKey() }),
      ...(body !== undefined && !(body instanceof File) && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: body instanceof File ? toForm(body) : JSON.stringify(body) }),
  };
  const reply = await fetch(toPath(target, given), init).catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    throw new Error('The server cannot be reached. Check your network and try again.', { cause });
  });
  const text = await reply.text();
  if (!reply.ok) throw new ApiError(reply.status, text || reply.statusText, text === '');
  return { status: reply.status, text, headers: reply.headers };
}

function toForm(file: File): FormData {
  const form = new FormData();
  form.set('file', file);
  return form;
}

function parseReply(endpoint: EndpointDeclaration, { status, text }: Reply): unknown {
  const schema = findResponse(endpoint, status);
  return schema && parseAnswer(schema, text);
}

/** Random, without `crypto.randomUUID`, which is missing on plain http from another machine. */
function createIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
