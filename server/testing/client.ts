import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { UserView } from '#domain/user/contract.ts';

export type Answer = { status: number; text: string; headers: Headers };
type Init = { body?: unknown; headers?: Record<string, string> };

/** In ms. */
const patience = 30_000;

/** A caller of the API that keeps its cookies as a browser would. A body that is text is sent as it is. */
export type Client = {
  send: (method: string, path: string, init?: Init) => Promise<Answer>;
  get: (path: string, headers?: Record<string, string>) => Promise<Answer>;
  post: (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
  patch: (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
  register: (email: string, password?: string) => Promise<UserView>;
  /** The session cookie as the header Cookie would carry it, '' for none. */
  cookie: () => string;
};

/** One that `comesBack` repeats what a busy server told it to try again, as the same request, until it is answered. */
export function clientOf(url: string, { comesBack = false } = {}): Client {
  let cookie = '';
  const send = async (method: string, path: string, { body, headers = {} }: Init = {}): Promise<Answer> => {
    const own = cookie === '' ? {} : { cookie };
    const repeatable = comesBack && method !== 'GET' ? { 'idempotency-key': randomUUID() } : {};
    const payload = payloadOf(body);
    const init = { method, headers: { ...own, ...repeatable, ...payload.headers, ...headers }, ...payload.init };
    const response = await (comesBack ? untilNotBusy(url + path, init) : fetch(url + path, init));
    for (const given of response.headers.getSetCookie()) {
      const [pair = ''] = given.split(';');
      cookie = pair.endsWith('=') ? '' : pair;
    }
    return { status: response.status, text: await response.text(), headers: response.headers };
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
    register: async (email, password = 'house hunter') => userIn(await post('/api/register', { email, password })),
    cookie: () => cookie,
  };
}

async function untilNotBusy(address: string, init: RequestInit): Promise<Response> {
  const since = performance.now();
  for (;;) {
    const response = await fetch(address, init);
    if (response.status !== 503 || performance.now() - since > patience) return response;
    await response.text();
    await setTimeout(100);
  }
}

function payloadOf(body: unknown): { headers: Record<string, string>; init: RequestInit } {
  if (body === undefined) return { headers: {}, init: {} };
  if (typeof body === 'string') return { headers: {}, init: { body } };
  return { headers: { 'content-type': 'application/json' }, init: { body: JSON.stringify(body) } };
}

/** The user that an answer gives. Fails for any other answer. */
export function userIn({ status, text }: Answer): UserView {
  if (status >= 300) throw new Error(`${status}: ${text}`);
  return JSON.parse(text) as UserView; // the tests then look at what they are about
}
