import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { createApiRoutes } from '#server/app/routes.ts';
import { setUpAdmin, setUpServer, setUpUser } from '#server/testing/set-up-server.ts';

const product = setUpServer();
const root = setUpAdmin(product);
const member = setUpUser(product, 'member@example.com');

const json = { 'content-type': 'application/json' };
const foreign = { 'sec-fetch-site': 'cross-site' };
const huge = JSON.stringify({ email: 'x'.repeat(100_001) });
const membership = '/api/admin/users/00000000-0000-4000-8000-000000000000/membership';

describe('the checks of a request, each before the next', () => {
  it('A request is checked in order: unknown path, even for a request without a session and with an invalid body', async () => {
    const answer = await product.newClient().send('PUT', '/api/nothing', { body: '{', headers: foreign });
    expect([answer.status, answer.text]).toEqual([404, 'Unknown API path']);
  });

  it('A request is checked in order: unknown method for the path', async () => {
    const answer = await product.newClient().send('PUT', '/api/profile', { body: '{', headers: foreign });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'PATCH, DELETE, OPTIONS']);
    expect(answer.text).toBe('Method not allowed. Allowed: PATCH, DELETE, OPTIONS');
  });

  it('A request is checked in order: not signed in', async () => {
    const answer = await product.newClient().patch('/api/profile', '{', { 'content-type': 'text/plain', ...foreign });
    expect([answer.status, answer.text]).toEqual([401, 'You are not signed in']);
  });

  it('A request is checked in order: not allowed: another site, or the wrong role', async () => {
    const site = await member.patch('/api/profile', '{', { 'content-type': 'text/plain', ...foreign });
    expect([site.status, site.text]).toEqual([403, 'This request came from another site and was refused']);
    const role = await member.patch(membership, '{', { 'content-type': 'text/plain' });
    expect([role.status, role.text]).toEqual([403, 'You are not allowed to do this']);
  });

  it('A request is checked in order: not JSON', async () => {
    const answer = await member.patch('/api/profile', huge, { 'content-type': 'text/plain' });
    expect([answer.status, answer.text]).toEqual([415, 'The body must be JSON, sent as application/json']);
    const latin = await member.patch('/api/profile', '{}', { 'content-type': 'application/json; charset=latin1' });
    expect(latin.status).toBe(415);
  });

  it('A request is checked in order: too large', async () => {
    const answer = await member.patch('/api/profile', huge.slice(0, -2), json);
    expect([answer.status, answer.text]).toEqual([413, 'The body is larger than 100 kB']);
    expect((await root.patch(membership, huge, json)).status).toBe(413);
    expect((await member.post('/api/logout', huge, json)).status).toBe(413);
  });

  it('A request is checked in order: malformed', async () => {
    const answer = await root.patch(membership, '{', json);
    expect([answer.status, answer.text]).toEqual([400, 'The body is not valid JSON']);
    // Each of these is no text in JSON: a lone byte order mark, Latin-1, half a surrogate pair.
    for (const hex of ['efbbbf', '22e922', '22eda08022', '7b22737461747573223a22e9227d']) {
      const headers = { ...json, cookie: root.cookie() };
      const body = Buffer.from(hex, 'hex');
      const sent = await fetch(product.url + membership, { method: 'PATCH', headers, body });
      expect([hex, sent.status, await sent.text()]).toEqual([hex, 400, 'The body is not valid JSON']);
    }
    const invalid = await root.patch(membership, { status: 'gold' });
    expect([invalid.status, invalid.text]).toEqual([400, "Status must be 'active' or 'unconfirmed'"]);
  });

  it('A request is checked in order: unknown record', async () => {
    const answer = await root.patch(membership, { status: 'active' });
    expect([answer.status, answer.text]).toEqual([404, 'No such user']);
  });
});

describe('a refusal', () => {
  const problem = { accept: 'application/problem+json' };

  it.each(['*/*', 'application/json', 'text/html', 'text/plain, application/problem+json;q=0.5'])(
    'A refusal is text for a client that accepts %s',
    async (accept) => {
      const answer = await product.newClient().get('/api/user', { accept });
      expect([answer.status, answer.text]).toEqual([401, 'You are not signed in']);
      expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    },
  );

  it('A refusal is a problem for a client that asks for it, with its code and field', async () => {
    const anonymous = await product.newClient().get('/api/user', problem);
    expect(anonymous.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(anonymous.headers.get('vary')).toContain('Accept');
    const common = { type: 'about:blank', title: 'Unauthorized', status: 401 };
    expect(JSON.parse(anonymous.text)).toEqual({ ...common, detail: 'You are not signed in', code: 'not-signed-in' });
    const invalid = await root.patch(membership, { status: 'gold' }, problem);
    expect(JSON.parse(invalid.text)).toMatchObject({ status: 400, code: 'invalid', field: 'status' });
    const unknown = await root.patch(membership, { status: 'active' }, problem);
    expect(JSON.parse(unknown.text)).toMatchObject({ status: 404, code: 'user-not-found', detail: 'No such user' });
    const method = await product.newClient().send('PUT', '/api/profile', { headers: problem });
    expect(JSON.parse(method.text)).toMatchObject({ status: 405, code: 'method-not-allowed' });
  });
});

describe('any endpoint', () => {
  const parsed = (text: string): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      return null;
    }
  };
  const paths = () =>
    createApiRoutes(product.services).map(({ path, ...rest }) => ({
      ...rest,
      path: path.replace(':id', '%00'),
    }));
  const rubbish = [
    '',
    '{',
    'null',
    '"text"',
    '[]',
    '{"email":{},"maxPrice":{},"currentPassword":{}}',
    '\u0000',
    `{"a":${'['.repeat(40_000)}`,
  ];

  it('Any endpoint answers invalid input with a sentence and a status of 4xx', async () => {
    for (const { method, path, body: schema } of paths()) {
      // An endpoint without a body ignores it; one with an optional body accepts none, or one without known fields.
      const isRubbish = (text: string) => !schema?.safeParse(text === '' ? undefined : parsed(text)).success;
      for (const client of [product.newClient(), root]) {
        for (const body of schema ? rubbish.filter(isRubbish) : []) {
          const answer = await client.send(method.toUpperCase(), path, { body, headers: json });
          expect([path, body.slice(0, 20), Math.floor(answer.status / 100)]).toEqual([path, body.slice(0, 20), 4]);
          expect(answer.text).toMatch(/^[A-Za-z].{5,100}$/);
        }
      }
    }
  });

  it('Any endpoint answers an invalid query with a sentence', async () => {
    for (const query of [
      'limit=0',
      'limit=1001',
      'limit=ten',
      'limit=1&limit=2',
      'sort=password',
      'cursor=%00',
      'cursor=WzFd',
      'q=a&q=b',
    ]) {
      const answer = await root.get(`/api/admin/users?${query}`);
      expect([query, answer.status]).toEqual([query, 400]);
      expect(answer.text).toContain(query.split('=')[0]);
    }
  });

  it('Any endpoint answers a path that is not valid UTF-8 with a sentence', async () => {
    const answer = await root.patch('/api/admin/users/%E0%A4%A/membership', { status: 'active' });
    expect([answer.status, answer.text]).toEqual([400, 'The path must be percent-encoded text in UTF-8']);
  });

  it('Any endpoint lists its methods', async () => {
    const options = await product.newClient().send('OPTIONS', '/api/user');
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
    const head = await root.send('HEAD', '/api/user');
    expect([head.status, head.text]).toEqual([200, '']);
  });

  it('Any endpoint refuses TRACE, and echoes nothing', async () => {
    const { hostname, port } = new URL(product.url);
    const answer = await new Promise<[number | undefined, string]>((resolve, reject) => {
      const sending = httpRequest({ hostname, port, method: 'TRACE', path: '/api/user', headers: { x: 'echo' } });
      sending.on('response', (response) => {
        text(response).then((sent) => resolve([response.statusCode, sent]), reject);
      });
      sending.on('error', reject).end();
    });
    expect(answer).toEqual([405, 'Method not allowed. Allowed: GET, HEAD, OPTIONS']);
  });

  it('Any endpoint returns a request id, the given one or a new one', async () => {
    const given = await product.newClient().get('/api/user', { 'x-request-id': 'abc-1' });
    expect(given.headers.get('x-request-id')).toBe('abc-1');
    const made = await product.newClient().get('/api/user', { 'x-request-id': 'a b"c' });
    expect(made.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('Any endpoint is never cached', async () => {
    expect((await root.get('/api/user')).headers.get('cache-control')).toBe('no-store');
    expect((await product.newClient().get('/api/user')).headers.get('cache-control')).toBe('no-store');
  });
});

describe('an invalid HTTP request', () => {
  it('An invalid HTTP request is answered before its endless body has arrived', async () => {
    const { hostname, port } = new URL(product.url);
    const answered = await new Promise<number>((resolve, reject) => {
      const sending = httpRequest(
        { hostname, port, method: 'POST', path: '/api/login', headers: { ...json, 'content-length': 5e9 } },
        (response) => {
          resolve(response.statusCode ?? 0);
          sending.destroy();
        },
      );
      sending.on('error', reject);
      sending.write('{');
    });
    expect(answered).toBe(413);
  });

  it.each<[string, string, string, string]>([
    ['JSON', '/api/login', 'application/json', 'The body is larger than 100 kB'],
    ['an upload', '/api/admin/users/import', 'multipart/form-data; boundary=x', 'The file is larger than 2 MB'],
  ])('An invalid HTTP request is rejected at its limit where %s has no end', async (_what, path, type, sentence) => {
    const { hostname, port } = new URL(product.url);
    const headers = { 'content-type': type, cookie: root.cookie() };
    const answer = await new Promise<[number | undefined, string]>((resolve, reject) => {
      const sending = httpRequest({ hostname, port, method: 'POST', path, headers }, (response) => {
        text(response).then((sent) => {
          resolve([response.statusCode, sent]);
          sending.destroy();
        }, reject);
      });
      sending.on('error', reject).on('drain', () => sending.write(part));
      const part = 'x'.repeat(sending.writableHighWaterMark);
      sending.write(`--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${part}`);
    });
    expect(answer).toEqual([413, sentence]);
  });

  it('An invalid HTTP request is answered with a sentence too', async () => {
    const { hostname, port } = new URL(product.url);
    const socket = connect(Number(port), hostname);
    socket.write('this is no HTTP\r\n\r\n');
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1.1 400 .*\r\n\r\nThe request could not be understood$/s);
    const large = connect(Number(port), hostname);
    large.write(`GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`);
    expect(await text(large)).toMatch(/^HTTP\/1.1 431 /);
  });
});
