import type { UserView } from '#domain/user/contract.ts';

export type Answer = { status: number; text: string; headers: Headers };
type Init = { body?: unknown; headers?: Record<string, string> };

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

export function clientOf(url: string): Client {
  let cookie = '';
  const send = async (method: string, path: string, { body, headers = {} }: Init = {}): Promise<Answer> => {
    const own = cookie === '' ? {} : { cookie };
    const payload = payloadOf(body);
    const response = await fetch(url + path, {
      method,
      headers: { ...own, ...payload.headers, ...headers },
      ...payload.init,
    });
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
