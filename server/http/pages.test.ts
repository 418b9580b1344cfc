import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf } from '../testing/client.ts';
import { type Listening, listen } from './listen.ts';
import { pages } from './pages.ts';
import { problems } from './problem.ts';
import { securityHeaders } from './security-headers.ts';

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
let folder: string;
let server: Listening;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'web-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Scout</title>');
  await writeFile(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(folder, 'assets', 'index-abc123.js'), 'export {};');
  const app = express().use(securityHeaders(null), pages(folder), problems(pino({ level: 'silent' })));
  server = await listen({ host: '127.0.0.1', port: 0 });
  server.server.on('request', app);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) => clientOf(server.url).get(path, headers);

describe('the web', () => {
  it.each(['/', '/auth', '/admin', '/no/such/page', '/profile?x=1.2'])(
    'answers %s with the page, to be asked again',
    async (path) => {
      const answer = await get(path, html);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache']);
      expect(answer.text).toContain('<title>Scout</title>');
    },
  );

  it('lets hashed files be kept for good, others not', async () => {
    const asset = await get('/assets/index-abc123.js');
    expect([asset.status, asset.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect((await get('/favicon.svg')).headers.get('cache-control')).toBe('no-cache');
  });

  it.each([
    '/assets/index-old.js',
    '/assets/',
    '/missing.png',
    '/../package.json',
    '/%2e%2e/package.json',
    '/assets/%00',
  ])('has no %s', async (path) => {
    const answer = await get(path);
    expect([path, Math.floor(answer.status / 100)]).toEqual([path, 4]);
    expect(answer.text).toMatch(/^[A-Z][\w ]+$/);
  });

  it('takes nothing but reads', async () => {
    const answer = await clientOf(server.url).post('/auth', '{}', html);
    expect([answer.status, answer.text]).toEqual([404, 'No such page']);
  });
});

describe('the security headers', () => {
  const policyOf = (headers: Headers) => headers.get('content-security-policy') ?? '';

  it('let the page run its own scripts alone, and nobody frame it', async () => {
    const { headers } = await get('/', html);
    expect(policyOf(headers)).toContain("script-src 'self';");
    expect(policyOf(headers)).toContain("frame-ancestors 'none'");
    expect(policyOf(headers)).not.toContain('upgrade-insecure-requests');
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('ask for https where the site is reached by it', async () => {
    const app = express().use(securityHeaders('https://scout.example.com'), (_request, response) => {
      response.end();
    });
    const secure = await listen({ host: '127.0.0.1', port: 0 });
    secure.server.on('request', app);
    const { headers } = await clientOf(secure.url).get('/');
    await secure.close();
    expect(policyOf(headers)).toContain('upgrade-insecure-requests');
    expect(policyOf(headers)).toContain("connect-src 'self' wss://scout.example.com");
    expect(headers.get('strict-transport-security')).toContain('max-age=31536000');
  });
});
