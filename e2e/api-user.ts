import { delay } from '#server/lib/delay.ts';

/** A signed-in user of the API: keeps its cookie like a browser. */
type Client = {
  send: (method: string, path: string, body?: unknown) => Promise<{ status: number; text: string }>;
  get: <T>(path: string) => Promise<T>;
  cookie: () => string;
};

function createClient(url: () => string): Client {
  let cookie = '';
  const send = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(url() + path, {
      method,
      headers: { ...(cookie && { cookie }), ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const newCookie = response.headers.getSetCookie()[0]?.split(';')[0];
    if (newCookie) cookie = newCookie;
    if (response.headers.get('x-views') === 'behind') await waitForViews(url());
    return { status: response.status, text: await response.text() };
  };
  const get = async <T>(path: string) => {
    const { status, text } = await send('GET', path);
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${text}`);
    return JSON.parse(text) as T; // the caller names the contract of the response
  };
  return { send, get, cookie: () => cookie };
}

/** Resolves when the views have caught up, or the product does not say. */
async function waitForViews(url: string): Promise<void> {
  const readMetrics = () =>
    fetch(`${url}/metrics`).then(
      (response) => response.text(),
      () => '',
    );
  while (/^projection_lag_events [1-9]/m.test(await readMetrics())) await delay(50);
}

export type ApiUser = Client & { id: string; email: string };

/** Signs in, or registers if `path` says so. */
export async function createApiUser(
  url: () => string,
  path: '/api/register' | '/api/login',
  email: string,
  password: string,
): Promise<ApiUser> {
  const api = createClient(url);
  const { status, text } = await api.send('POST', path, { email, password });
  if (status >= 300) throw new Error(`${path} for ${email}: ${status} ${text}`);
  const { id } = JSON.parse(text) as { id: string };
  return { ...api, id, email };
}
