import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { agent, type Response } from 'supertest';
import type { UserView } from '#domain/user/contract.ts';

export type TestResponse = { status: number; text: string; headers: Headers };
type RequestOptions = { body?: unknown; headers?: Record<string, string> };

/** In ms. */
const busyTimeoutMs = 30_000;

/** A client of the API that keeps its cookies as a browser would. A body that is text is sent unchanged. */
export type TestClient = {
  send: (method: string, path: string, init?: RequestOptions) => Promise<TestResponse>;
  get: (path: string, headers?: Record<string, string>) => Promise<TestResponse>;
  post: (path: string, body?: unknown, headers?: Record<string, string>) => Promise<TestResponse>;
  patch: (path: string, body?: unknown, headers?: Record<string, string>) => Promise<TestResponse>;
  register: (email: string, password?: string) => Promise<UserView>;
  /** The session cookie as a Cookie header, '' for none. */
  cookie: () => string;
};

type ClientOptions = {
  /** Repeats a request that a busy server asked it to retry, until it is answered. */
  comesBack?: boolean;
  /** Called where the views do not show a write yet; a client that comes back asks again then. */
  waitForViews?: () => Promise<void>;
};

export function createTestClient(url: string, { comesBack = false, waitForViews }: ClientOptions = {}): TestClient {
  const browser = agent(url);
  const send = async (
    method: string,
    path: string,
    { body, headers = {} }: RequestOptions = {},
  ): Promise<TestResponse> => {
    const repeatable = comesBack && method !== 'GET' ? { 'idempotency-key': randomUUID() } : {};
    const payload = toPayload(body);
    // An agent has a function for every method.
    const start = browser[method.toLowerCase() as 'get'].bind(browser);
    const sendOnce = () =>
      start(path)
        .set({ ...repeatable, ...payload.headers, ...headers })
        .send(payload.text);
    // A response to HEAD has no text, whatever its type says.
    const ask = (): Promise<{ status: number; text?: string; headers: Record<string, string> }> =>
      comesBack ? sendUntilNotBusy(sendOnce) : sendOnce();
    let answer = await ask();
    if (answer.headers['x-views'] === 'behind' && waitForViews) {
      await waitForViews();
      if (comesBack) answer = await ask();
    }
    return { status: answer.status, text: answer.text ?? '', headers: new Headers(Object.entries(answer.headers)) };
  };
  const withBody =
    (method: string) =>
    (path: string, body?: unknown, headers: Record<string, string> = {}) =>
      send(method, path, { body, headers });
  const post = withBody('POST');
  return {
    send,
    post,
    get: (path, headers = {}) => send('GET', path, { headers }),
    patch: withBody('PATCH'),
    register: async (email, password = 'house hunter') => parseUser(await post('/api/register', { email, password })),
    cookie: () => browser.get('/').cookies,
  };
}

async function sendUntilNotBusy(send: () => PromiseLike<Response>): Promise<Response> {
  const since = performance.now();
  for (;;) {
    const response = await send();
    if (response.status !== 503 || performance.now() - since > busyTimeoutMs) return response;
    await setTimeout(100);
  }
}

function toPayload(body: unknown): { headers: Record<string, string>; text?: string } {
  if (body === undefined) return { headers: {} };
  if (typeof body === 'string') return { headers: { 'content-type': 'text/plain' }, text: body };
  return { headers: { 'content-type': 'application/json' }, text: JSON.stringify(body) };
}

/** The user in an answer. Fails for any other answer. */
export function parseUser({ status, text }: TestResponse): UserView {
  if (status >= 300) throw new Error(`${status}: ${text}`);
  return JSON.parse(text) as UserView; // the tests then check the fields that they are about
}
