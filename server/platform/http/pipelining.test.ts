import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import express, { type Express } from 'express';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import { type HttpListener, listen } from './listen.ts';
import { createPagesRouter } from './web-pages.ts';
import { openRawConnection, renderRequest } from './testing/raw-connection.ts';

const last = { connection: 'close' };
/** More than the buffers of a connection hold. */
const largeBytes = 16_000_000;

let server: HttpListener;
afterEach(() => server.close());

async function serveApp(app: Express, limits: Partial<ConnectionLimits> = {}): Promise<void> {
  server = await listen({ host: '127.0.0.1', port: 0 }, limits);
  server.server.on('request', app);
}

const countConnections = () =>
  new Promise<number>((resolve, reject) => {
    server.server.getConnections((error, count) => {
      if (error) reject(error);
      else resolve(count);
    });
  });

describe('Pipelined requests', () => {
  it('Pipelined requests are answered in order, bodies included', async () => {
    const app = express().use(express.text());
    app.get('/first', (_request, response) => void response.send('one'));
    app.post('/second', (request, response) => void response.send(`two ${String(request.body)}`));
    app.get('/third', (_request, response) => void response.send('three'));
    await serveApp(app);
    const body = { 'content-type': 'text/plain', 'content-length': '4' };
    const { socket, read } = await openRawConnection(
      server.url,
      `${renderRequest('GET', '/first')}${renderRequest('POST', '/second', body)}bo`,
    );
    await once(socket.resume(), 'data');
    socket.pause().write(`dy${renderRequest('GET', '/third', last)}`);
    const answers = await read();
    expect(answers).toMatch(/two body.*three$/s);
  });

  it('Pipelined requests begin only after the response before them has closed', async () => {
    const story: string[] = [];
    const app = express().get('/:name', async ({ params: { name } }, response) => {
      story.push(`${name} began`);
      response.once('close', () => story.push(`${name} closed`));
      await setImmediate();
      response.send(name);
    });
    await serveApp(app);
    const names = ['a', 'b', 'c'];
    const requests = names.map((name) => renderRequest('GET', `/${name}`, name === 'c' ? last : {}));
    expect(await (await openRawConnection(server.url, requests.join(''))).read()).toMatch(/a.*b.*c$/s);
    await expect.poll(() => story.length).toBe(6);
    expect(story).toEqual(names.flatMap((name) => [`${name} began`, `${name} closed`]));
  });

  it('Pipelined requests never begin when their connection is closed', async () => {
    const story: string[] = [];
    const app = express().get('/:name', ({ params: { name } }, response) => {
      story.push(name);
      response.once('close', () => story.push('closed'));
    });
    await serveApp(app);
    const { socket } = await openRawConnection(server.url, renderRequest('GET', '/a') + renderRequest('GET', '/b'));
    await expect.poll(() => story.length).toBeGreaterThan(0);
    server.server.closeAllConnections();
    socket.destroy();
    await expect.poll(() => story).toContain('closed');
    await setImmediate();
    expect(story).toEqual(['a', 'closed']);
  });

  it('Pipelined requests end their connection where there are too many', async () => {
    await serveApp(
      express().get('/', () => undefined),
      { maxPipelined: 5 },
    );
    const most = await openRawConnection(server.url, renderRequest('GET', '/').repeat(6));
    const flood = await openRawConnection(server.url, renderRequest('GET', '/').repeat(7));
    expect(await flood.read().catch(() => '')).toBe('');
    await expect.poll(countConnections).toBe(1);
    most.socket.destroy();
  });

  it('Pipelined requests leave a connection to plain HTTP where one of them asks for an upgrade', async () => {
    await serveApp(express().get('/:name', ({ params: { name } }, response) => void response.send(name)));
    server.server.on('upgrade', (_request, socket) => socket.end('upgraded'));
    const upgrade = renderRequest('GET', '/b', { connection: 'upgrade, close', upgrade: 'echo' });
    const { read } = await openRawConnection(server.url, renderRequest('GET', '/a') + upgrade);
    expect(await read()).toMatch(/^HTTP\/1.1 200.*a.*HTTP\/1.1 200.*b$/s);
  });
});

describe('Files that the client does not read', () => {
  let root: string;
  beforeEach(async () => {
    root = createTestFolder();
    await mkdir(join(root, 'assets'));
    await writeFile(join(root, 'assets', 'large-1.bin'), randomBytes(largeBytes));
  });

  const openFiles = async () => {
    const links = (await readdir('/proc/self/fd')).map((name) => readlink(`/proc/self/fd/${name}`).catch(() => ''));
    return (await Promise.all(links)).filter((path) => path.startsWith(root)).length;
  };

  it.skipIf(!existsSync('/proc/self/fd'))(
    'Files that the client does not read are open once per connection, and closed with it',
    async () => {
      await serveApp(express().use(createPagesRouter(root)));
      const { socket } = await openRawConnection(server.url, renderRequest('GET', '/assets/large-1.bin').repeat(20));
      await expect.poll(openFiles).toBeGreaterThan(0);
      socket.destroy();
      await expect.poll(countConnections).toBe(0);
      await expect.poll(openFiles).toBe(0);
    },
  );

  it('Files that the client does not read arrive complete, one after the other, once they are read', async () => {
    await serveApp(express().use(createPagesRouter(root)));
    const path = '/assets/large-1.bin';
    const { socket } = await openRawConnection(
      server.url,
      renderRequest('GET', path) + renderRequest('GET', path, last),
    );
    let bytes = 0;
    for await (const chunk of socket as AsyncIterable<Buffer>) bytes += chunk.length;
    expect(bytes).toBeGreaterThan(2 * largeBytes);
  });

  it('Files that the client does not read answer HEAD and 304 on one connection', async () => {
    await serveApp(express().use(createPagesRouter(root)));
    const path = '/assets/large-1.bin';
    const { headers } = await fetch(server.url + path, { method: 'HEAD' });
    expect(headers.get('content-length')).toBe(String(largeBytes));
    const again = { 'if-none-match': headers.get('etag') ?? '', ...last };
    const { read } = await openRawConnection(
      server.url,
      renderRequest('HEAD', path) + renderRequest('GET', path, again),
    );
    expect((await read()).match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 304']);
  });
});
