import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliCompressSync } from 'node:zlib';
import express from 'express';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestClient } from '#server/testing/test-client.ts';
import { type HttpListener, listen } from './listen.ts';
import { createPagesRouter } from './web-pages.ts';
import { createErrorHandler } from './middleware/http-error.ts';
import { createSecurityHeaders } from './middleware/security-headers.ts';

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const preloads = {
  '*': { files: ['assets/app-1.js'] },
  '/': {
    files: ['assets/app-1.js', 'assets/home-1.js'],
    isPublic: false,
    shell: '<h1>Welcome</h1>',
    reads: ['/api/listings/recent'],
  },
  '/share/$': { files: ['assets/share-1.js'], isPublic: true },
  '/auth': { files: ['assets/app-1.js', 'assets/auth-1.js'], isPublic: true, shell: '<h1>Be the first</h1>' },
};
let folder: string;
let server: HttpListener;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'web-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><html lang="en"><head><title>Scout</title></head><body><div id="root"></div></body>',
  );
  await writeFile(join(folder, '.preloads.json'), JSON.stringify(preloads));
  await writeFile(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(folder, 'assets', 'index-abc123.js'), 'export {};');
  await writeFile(join(folder, 'assets', 'index-abc123.js.br'), brotliCompressSync('export {};'));
  const app = express().use(
    createSecurityHeaders(null),
    createPagesRouter(folder, '', {
      'support-email': 'help@example.com',
      'billing-portal': 'https://p/?a=1&"b"',
      none: null,
    }),
    createErrorHandler(pino({ level: 'silent' })),
  );
  server = await listen({ host: '127.0.0.1', port: 0 });
  server.server.on('request', app);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) => createTestClient(server.url).get(path, headers);

describe('the web', () => {
  it.each(['/', '/auth', '/admin', '/no/such/page', '/profile?x=1.2'])(
    'The web server answers %s with the page, to be revalidated',
    async (path) => {
      const answer = await get(path, html);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache']);
      expect(answer.text).toContain('<title>Scout</title>');
    },
  );

  it('The web server still serves its pages where no descriptor is left, and asks to wait for a script', async () => {
    const program = new URL('testing/pages-without-descriptors.ts', import.meta.url).pathname;
    const limited = ['-c', 'ulimit -n 64 && exec "$0" "$@"', process.execPath, program, folder];
    const child = spawn('sh', [...limited, '/assets/index-abc123.js'], { stdio: ['ignore', 'pipe', 'inherit'] });
    expect(JSON.parse(await text(child.stdout))).toEqual({ before: [200, 200], after: [200, 503] });
  });

  it('The web server lets hashed files be cached permanently, others not', async () => {
    const asset = await get('/assets/index-abc123.js');
    expect([asset.status, asset.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect((await get('/favicon.svg')).headers.get('cache-control')).toBe('no-cache');
  });

  it('The web server sends precompressed scripts where the browser accepts them', async () => {
    const [small, plain] = await Promise.all(
      ['br', 'gzip'].map((encoding) => get('/assets/index-abc123.js', { 'accept-encoding': encoding })),
    );
    expect([small?.headers.get('content-encoding'), small?.text]).toEqual(['br', 'export {};']);
    expect(small?.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(small?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect([plain?.headers.get('content-encoding'), plain?.text]).toEqual([null, 'export {};']);
    expect([small, plain].map((answer) => answer?.headers.get('vary'))).toEqual(['Accept-Encoding', 'Accept-Encoding']);
  });

  it('The web server preloads the scripts of a page, and the current user only for a request with a session cookie', async () => {
    const { text } = await get('/auth', html);
    expect(text).toContain('<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/auth-1.js">');
    expect(text).toContain('<meta name="session" content="none">');
    expect(text).toContain('<div id="shell" inert><h1>Be the first</h1></div><div id="root">');
    const known = await get('/auth', { ...html, cookie: 'theme=dark; sid=s%3A1.2' });
    expect(known.text).toContain('<link rel="preload" as="fetch" href="/api/user" crossorigin="use-credentials">');
    expect(known.text).not.toMatch(/name="session"|id="shell"/);
  });

  it('The web server preloads the scripts of the sign-in page without a session cookie, with the session left open', async () => {
    const { text } = await get('/', html);
    expect(text).toContain('/assets/auth-1.js');
    expect(text).not.toMatch(/home-1|name="session"|id="shell"|\/api\/user/);
    expect((await get('/', { ...html, cookie: '__Host-sid=s%3A1.2' })).text).toContain('/assets/home-1.js');
    expect((await get('/nowhere', html)).text).toContain('/assets/app-1.js');
  });

  it('The web server preloads the scripts of a page whose address ends with a parameter', async () => {
    const { text } = await get('/share/some-token', html);
    expect(text).toContain('/assets/share-1.js');
    expect(text).toContain('<meta name="session" content="none">');
    expect((await get('/share/a/b', html)).text).not.toContain('share-1');
  });

  it('The web server shows the static content of a page for users, and preloads what it reads, only with a session cookie', async () => {
    const { text } = await get('/', { ...html, cookie: 'sid=s%3A1.2' });
    expect(text).toContain('<div id="shell" inert><h1>Welcome</h1></div><div id="root">');
    for (const path of ['/api/user', '/api/listings/recent'])
      expect(text).toContain(`<link rel="preload" as="fetch" href="${path}" crossorigin="use-credentials">`);
    expect((await get('/', html)).text).not.toMatch(/Welcome|\/api\/listings/);
  });

  it('The web server puts the settings into every page, escaped, without those that are unset', async () => {
    const { text } = await get('/auth', html);
    expect(text).toContain('<meta name="support-email" content="help@example.com">');
    expect(text).toContain('<meta name="billing-portal" content="https://p/?a=1&amp;&quot;b&quot;">');
    expect(text).not.toContain('name="none"');
  });

  it('The web server sends a page in the theme of its cookie, and ignores any other value', async () => {
    const open = (theme: string) => get('/auth', { ...html, cookie: `a=b; theme=${theme}; c=d` });
    expect((await open('dark')).text).toContain('<html data-theme="dark" lang="en">');
    expect((await open('light')).text).toContain('<html data-theme="light" lang="en">');
    expect((await open('dark"onload')).text).toContain('<html lang="en">');
    expect((await get('/auth', html)).text).toContain('<html lang="en">');
  });

  it('The web server sends a page again only where it has changed', async () => {
    const etag = (await get('/auth', html)).headers.get('etag') ?? '';
    const again = { ...html, 'if-none-match': etag, 'cache-control': 'max-age=0' };
    expect((await get('/auth', again)).status).toBe(304);
    expect((await get('/auth', { ...again, cookie: 'sid=s%3A1.2' })).status).toBe(200);
  });

  it.each([
    '/assets/index-old.js',
    '/assets/',
    '/missing.png',
    '/../package.json',
    '/%2e%2e/package.json',
    '/assets/%00',
  ])('The web server has no %s', async (path) => {
    const answer = await get(path);
    expect([path, Math.floor(answer.status / 100)]).toEqual([path, 4]);
    expect(answer.text).toMatch(/^[A-Z][\w ]+$/);
  });

  it('The web server accepts only reads', async () => {
    const answer = await createTestClient(server.url).post('/auth', '{}', html);
    expect([answer.status, answer.text]).toEqual([404, 'No such page']);
  });
});

describe('the security headers', () => {
  const policyOf = (headers: Headers) => headers.get('content-security-policy') ?? '';

  it('The security headers let the page run its own scripts only, and prevent framing', async () => {
    const { headers } = await get('/', html);
    expect(policyOf(headers)).toContain("script-src 'self';");
    for (const directive of ['frame-ancestors', 'object-src', 'base-uri'])
      expect(policyOf(headers)).toContain(`${directive} 'none'`);
    expect(policyOf(headers)).not.toContain('upgrade-insecure-requests');
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it('The security headers allow the pictures of a tile server, and nothing else of it', async () => {
    const app = express().use(createSecurityHeaders(null, 'https://*.tile.example.com'), (_request, response) => {
      response.end();
    });
    const tiled = await listen({ host: '127.0.0.1', port: 0 });
    tiled.server.on('request', app);
    const { headers } = await createTestClient(tiled.url).get('/');
    await tiled.close();
    const allowed = policyOf(headers)
      .split(';')
      .filter((directive) => directive.includes('tile.example.com'));
    expect(allowed).toEqual([expect.stringMatching(/^img-src 'self' .*https:\/\/\*\.tile\.example\.com$/)]);
  });

  it('The security headers ask for https where the site is reached by it', async () => {
    const app = express().use(createSecurityHeaders('https://scout.example.com'), (_request, response) => {
      response.end();
    });
    const secure = await listen({ host: '127.0.0.1', port: 0 });
    secure.server.on('request', app);
    const { headers } = await createTestClient(secure.url).get('/');
    await secure.close();
    expect(policyOf(headers)).toContain('upgrade-insecure-requests');
    expect(policyOf(headers)).toContain("connect-src 'self' wss://scout.example.com");
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  });
});
