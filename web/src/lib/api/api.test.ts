import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ApiError, buildPath, call, setProofPrompt } from './api.ts';

/** The first request with this text is refused for want of a fresh proof of identity. */
const unproven = 'Confirm that it is you';
const seen: { url?: string | undefined; key?: unknown; type?: unknown }[] = [];
const server = createServer((request, response) => {
  seen.push({ url: request.url, key: request.headers['idempotency-key'], type: request.headers['content-type'] });
  const [, status, text = ''] = decodeURIComponent(request.url ?? '').split('/');
  const isUnproven = text === unproven && seen.length === 1;
  response.writeHead(isUnproven ? 403 : Number(status), isUnproven ? { 'x-reauthenticate': '1' } : {}).end(text);
});

/** Answers with the status and the text that a call names. */
const echo = { method: 'get', path: '/:status/:text', access: 'anyone' } as const;
const read = { ...echo, response: z.object({ id: z.string() }) };
const write = { ...echo, method: 'post', body: z.object({ a: z.number() }).optional() } as const;
const answering = (status: number, text = '') => ({ params: { status: String(status), text } });

const { fetch } = globalThis;
let base: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port, so this is an object
});
afterAll(() => server.close());
beforeEach(() => {
  globalThis.fetch = (path, init) => fetch(`${base}${path as string}`, init); // the client calls it with a path
});
// Before the next file of the same process begins.
afterEach(() => {
  globalThis.fetch = fetch;
});

describe('A response that is not ok', () => {
  it('A response that is not ok becomes an error with status and text', async () => {
    await expect(call(write, answering(409, 'That email is already registered'))).rejects.toThrow(
      '409: That email is already registered',
    );
  });

  it('A response that is not ok uses the status text if the body is empty', async () => {
    await expect(call(write, answering(503))).rejects.toThrow('503: Service Unavailable');
  });

  it('A response that is not ok has its status apart from its text', async () => {
    const error = await call(read, answering(401, 'Sign in first')).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 401 });
  });
});

describe('A refusal for want of a fresh proof', () => {
  beforeEach(() => {
    seen.length = 0;
  });
  afterEach(() => setProofPrompt(null));
  const send = () => call(write, answering(200, unproven));

  it('A refusal for want of a fresh proof waits for one, and the same request is then repeated', async () => {
    const proof = Promise.withResolvers<boolean>();
    setProofPrompt(() => proof.promise);
    const sent = send();
    await expect.poll(() => seen.length).toBe(1);
    proof.resolve(true);
    await expect(sent).resolves.toBeUndefined();
    expect(seen).toHaveLength(2);
    expect(seen[1]).toEqual(seen[0]);
  });

  it('A refusal for want of a fresh proof stays one, without alarm, where the user cancels', async () => {
    setProofPrompt(() => Promise.resolve(false));
    const error = await send().catch((caught: unknown) => caught);
    expect(error).toMatchObject({ status: 403, text: unproven, isCanceled: true });
    expect(seen).toHaveLength(1);
  });

  it('A refusal for want of a fresh proof is an error like others where nothing can ask for one', async () => {
    const error = await send().catch((caught: unknown) => caught);
    expect(error).toMatchObject({ status: 403, text: unproven, isCanceled: false });
  });
});

describe('A response that is ok', () => {
  it('A response that is ok is validated against the schema of its endpoint', async () => {
    expect(await call(read, answering(200, '{"id":"a"}'))).toEqual({ id: 'a' });
    await expect(call(read, answering(200, '{"id":7}'))).rejects.toThrow('Reload the page');
    await expect(call(read, answering(200, '<html>'))).rejects.toThrow('Reload the page');
  });

  it('A response that is ok is nothing where its endpoint declares no answer', async () => {
    await expect(call(write, answering(200))).resolves.toBeUndefined();
  });
});

it('An API call reports in a sentence that the server cannot be reached', async () => {
  globalThis.fetch = () => Promise.reject(new TypeError('fetch failed'));
  await expect(call(write, answering(200))).rejects.toThrow('Can’t reach the server');
});

it('An API action sends its own key, and its body with a content type', async () => {
  seen.length = 0;
  await call(write, { ...answering(200), body: { a: 1 } });
  await call(write, answering(200));
  expect(seen[0]).toMatchObject({ key: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown, type: 'application/json' });
  expect(seen[1]?.key).not.toBe(seen[0]?.key);
  expect(seen[1]?.type).toBeUndefined();
});

it('An address is built from its endpoint: parameters are escaped, absent ones of the query are left out', () => {
  const query = z.object({ q: z.string().optional(), limit: z.number() });
  const path = buildPath(
    { ...echo, query },
    { params: { status: '1', text: 'a/b' }, query: { q: undefined, limit: 5 } },
  );
  expect(path).toBe('/1/a%2Fb?limit=5');
});
