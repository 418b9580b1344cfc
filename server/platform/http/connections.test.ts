import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import express from 'express';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type HttpListener, listen } from './listen.ts';
import { openRawConnection, type RawConnection, renderRequest } from './testing/raw-connection.ts';

const limits = {
  headersTimeoutMs: 50,
  requestTimeoutMs: 200,
  keepAliveTimeoutMs: 50,
  idleTimeoutMs: 200,
  lingerTimeoutMs: 20,
  discardTimeoutMs: 200,
  discardMaxBytes: 1_000_000,
  checkIntervalMs: 20,
};
/** For connections that must survive: longer than a busy machine may stop this process. */
const patientLimits = {
  ...limits,
  headersTimeoutMs: 60_000,
  requestTimeoutMs: 60_000,
  lingerTimeoutMs: 60_000,
  discardTimeoutMs: 60_000,
};
/** A client that continues although the server has ended the connection. */
const ignoresEnd = { allowHalfOpen: true };

let server: HttpListener;
let finish: () => void;
async function startListener(given: typeof limits): Promise<HttpListener> {
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const app = express();
  app.get('/hello', (_request, response) => void response.send('hello'));
  app.get('/large', (_request, response) => void response.send(Buffer.alloc(32_000_000)));
  app.get('/slow', async (_request, response) => {
    await finished;
    response.send('at last');
  });
  app.post('/body', express.text(), (_request, response) => void response.send('got it'));
  app.use((_request, response) => void response.status(404).send('nothing here'));
  const listener = await listen({ host: '127.0.0.1', port: 0 }, given);
  listener.server.on('request', app);
  return listener;
}
/** For a test with other limits. */
async function startAgain(given: Partial<typeof limits>): Promise<void> {
  await server.close();
  server = await startListener({ ...limits, ...given });
}
beforeEach(async () => {
  server = await startListener(limits);
});
afterEach(() => server.close());

const countConnections = ({ server: counted }: { server: Server }) =>
  new Promise<number>((resolve, reject) => {
    counted.getConnections((error, count) => {
      if (error) reject(error);
      else resolve(count);
    });
  });

function blockEventLoop(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

async function expectDestroyed(): Promise<void> {
  await expect.poll(() => countConnections(server)).toBe(0);
}

describe('A connection that its client never ends', () => {
  it.each([
    ['says nothing', ''],
    ['sends half a request', 'GET /hello HTTP/1.1\r\nHost: x\r\n'],
    [
      'sends half a body',
      `${renderRequest('POST', '/body', { 'content-length': '9', 'content-type': 'text/plain' })}half`,
    ],
    ['sends no HTTP', 'this is no HTTP\r\n\r\n'],
    ['is idle after an answer', renderRequest('GET', '/hello')],
    ['asks for the end', renderRequest('GET', '/hello', { connection: 'close' })],
    ['asks for an upgrade that is never completed', renderRequest('GET', '/', { connection: 'upgrade', upgrade: 'x' })],
  ])('A connection that its client never ends is destroyed where the client %s', async (_what, bytes) => {
    server.server.on('upgrade', (_request, socket) => socket.end());
    const { socket } = await openRawConnection(server.url, bytes, ignoresEnd);
    socket.resume();
    await expectDestroyed();
    socket.destroy();
  });

  it('A connection that its client never ends is destroyed where the client does not read the answer', async () => {
    const { socket } = await openRawConnection(server.url, renderRequest('GET', '/large'));
    await once(server.server, 'request');
    await expectDestroyed();
    socket.destroy();
  });

  it('A connection that its client never ends is reset when the idle time-out has passed once, although the client has read the beginning of the answer and the server is busy', async () => {
    const checks = 16;
    const patient = await listen({ host: '127.0.0.1', port: 0 }, limits);
    const closed = once(patient.server, 'connection').then(([served]: Socket[]) => served && once(served, 'close'));
    let found = 0;
    patient.server.on('timeout', () => {
      found += 1;
      blockEventLoop((2 * limits.idleTimeoutMs) / checks);
    });
    patient.server.on('request', (_request, response) => response.end(Buffer.alloc(32_000_000)));
    const { socket, read } = await openRawConnection(patient.url, renderRequest('GET', '/'));
    await once(socket.resume(), 'data');
    socket.pause();
    await closed;
    expect(found).toBeLessThanOrEqual(checks + 1);
    await expect(read()).rejects.toThrow('ECONNRESET');
    await patient.close();
  });
});

describe('A request that took too long', () => {
  it('A request that took too long is answered with a time-out', async () => {
    await startAgain({ idleTimeoutMs: 60_000 });
    const { read } = await openRawConnection(server.url, 'GET /hello HTTP/1.1\r\nHost: x\r\n', ignoresEnd);
    expect(await read()).toMatch(/^HTTP\/1.1 408 .*The request took too long to arrive$/s);
  });
});

describe('An active connection', () => {
  it('An active connection outlives the idle time-out while the application has not answered', async () => {
    await startAgain(patientLimits);
    const timedOut = once(server.server, 'timeout');
    const connection = await openRawConnection(server.url, renderRequest('GET', '/slow', { connection: 'close' }));
    await timedOut;
    finish();
    expect(await connection.read()).toMatch(/at last$/);
  });

  it('An active connection outlives the idle time-out while its client reads slowly', async () => {
    // Longer than a busy machine may stop this process.
    const patient = await listen({ host: '127.0.0.1', port: 0 }, { ...patientLimits, idleTimeoutMs: 3_000 });
    patient.server.on('request', (_request, response) => response.end(Buffer.alloc(32_000_000)));
    const { socket } = await openRawConnection(patient.url, renderRequest('GET', '/'));
    let [checks, allowed] = [0, 0];
    socket.on('data', ({ length }: Buffer) => {
      allowed -= length;
      if (allowed < 0) socket.pause();
    });
    patient.server.on('timeout', () => {
      checks += 1;
      if (checks % 4 > 0) return;
      // In a few of these steps, more than the buffers of the operating system hold.
      allowed = 2_000_000;
      socket.resume();
    });
    await expect.poll(() => checks).toBeGreaterThan(2 * 16);
    expect(await countConnections(patient)).toBe(1);
    socket.destroy();
    await patient.close();
  });

  it('An active connection outlives the time-outs of HTTP once it is upgraded', async () => {
    await startAgain({ headersTimeoutMs: 60_000, requestTimeoutMs: 60_000 });
    server.server.on('upgrade', (_request, socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n');
      socket.on('data', (data: Buffer) => socket.write(data)).on('end', () => socket.end());
    });
    const upgraded = await openRawConnection(
      server.url,
      renderRequest('GET', '/', { connection: 'upgrade', upgrade: 'echo' }),
    );
    expect(await nextText(upgraded)).toMatch(/^HTTP\/1.1 101 /);
    const idle = await openRawConnection(server.url, renderRequest('GET', '/hello'));
    await idle.read();
    upgraded.socket.write('still here');
    expect(await nextText(upgraded)).toBe('still here');
    upgraded.socket.destroy();
  });
});

describe('A body without an end', () => {
  it.each<[string, string, Record<string, string>?]>([
    ['GET', '/hello'],
    ['POST', '/no/such/path'],
    ['POST', '/body'],
    ['POST', '/no/such/path', { connection: 'close' }],
  ])('A body without an end ends with its connection: %s %s', async (method, path, headers = {}) => {
    const chunked = { ...headers, 'transfer-encoding': 'chunked', 'content-type': 'text/plain' };
    const { socket } = await openRawConnection(server.url, renderRequest(method, path, chunked));
    const chunk = `1000\r\n${'a'.repeat(4096)}\r\n`;
    socket.resume();
    const closed = new Promise((resolve) => socket.once('close', resolve));
    while (!socket.destroyed) {
      if (!socket.write(chunk)) await Promise.race([once(socket, 'drain').catch(() => undefined), closed]);
    }
    await expectDestroyed();
  });

  it('A body without an end is harmless where it is short: the connection continues', async () => {
    await startAgain({ ...patientLimits, idleTimeoutMs: 60_000 });
    const body = { 'content-length': '100000' };
    const connection = await openRawConnection(server.url, renderRequest('POST', '/no/such/path', body));
    expect(await nextText(connection)).toMatch(/^HTTP\/1.1 404 /);
    connection.socket.write('a'.repeat(100_000) + renderRequest('GET', '/hello'));
    expect(await nextText(connection)).toMatch(/hello$/);
  });
});

it('A body that is answered early is read to its end before its connection closes', async () => {
  await startAgain({ ...patientLimits, idleTimeoutMs: 60_000 });
  const bytes = 900_000;
  const headers = { connection: 'close', 'content-length': String(bytes) };
  const { socket } = await openRawConnection(server.url, renderRequest('POST', '/no/such/path', headers), {
    allowHalfOpen: true,
  });
  const errors: unknown[] = [];
  socket.on('error', (error) => errors.push(error));
  const pieces: Buffer[] = [];
  socket.on('data', (piece: Buffer) => pieces.push(piece));
  await once(socket.resume(), 'end');
  expect(Buffer.concat(pieces).toString()).toMatch(/^HTTP\/1.1 404 /);
  for (let sent = 0; sent < bytes; sent += 100_000) {
    await new Promise((resolve) => socket.write('a'.repeat(100_000), resolve));
  }
  expect(errors).toEqual([]);
  socket.end();
  await expectDestroyed();
});

async function nextText({ socket }: RawConnection): Promise<string> {
  const [data] = (await once(socket.resume(), 'data')) as [Buffer];
  socket.pause();
  await setImmediate();
  return data.toString();
}
