import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ApiError, get, send } from './api.ts';

const seen: { method?: string | undefined; key?: unknown; type?: unknown }[] = [];
const server = createServer((request, response) => {
  seen.push({
    method: request.method,
    key: request.headers['idempotency-key'],
    type: request.headers['content-type'],
  });
  const [, status, text = ''] = decodeURIComponent(request.url ?? '').split('/');
  response.writeHead(Number(status)).end(text);
});
const never = new AbortController().signal;
let base: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port, so this is an object
});
afterAll(() => server.close());

describe('A response that is not ok', () => {
  it('A response that is not ok becomes an error with status and text', async () => {
    await expect(send('POST', `${base}/409/That email is already registered`)).rejects.toThrow(
      '409: That email is already registered',
    );
  });

  it('A response that is not ok uses the status text if the body is empty', async () => {
    await expect(send('PATCH', `${base}/503`)).rejects.toThrow('503: Service Unavailable');
  });

  it('A response that is not ok has its status apart from its text', async () => {
    const error = await get(`${base}/401/Sign in first`, z.unknown(), never).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 401 });
  });
});

describe('A response that is ok', () => {
  it('A response that is ok is validated against its contract', async () => {
    const shape = z.object({ id: z.string() });
    expect(await get(`${base}/200/{"id":"a"}`, shape, never)).toEqual({ id: 'a' });
    await expect(get(`${base}/200/{"id":7}`, shape, never)).rejects.toThrow('Load the page again');
    await expect(get(`${base}/200/<html>`, shape, never)).rejects.toThrow('Load the page again');
  });
});

it('An API call reports in a sentence that the server cannot be reached', async () => {
  await expect(send('POST', 'http://127.0.0.1:1/')).rejects.toThrow('The server cannot be reached');
});

it('An API action sends its own key, and its body with a content type', async () => {
  seen.length = 0;
  await send('POST', `${base}/200`, { a: 1 });
  await send('POST', `${base}/200`);
  expect(seen[0]).toMatchObject({ key: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown, type: 'application/json' });
  expect(seen[1]?.key).not.toBe(seen[0]?.key);
  expect(seen[1]?.type).toBeUndefined();
});
