import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import express from 'express';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { openRawConnection, renderRequest } from '../testing/raw-connection.ts';
import { createErrorHandler } from '../middleware/http-error.ts';
import { createApiRouter } from './api-router.ts';
import { route } from './route.ts';

const endpoint = {
  method: 'get',
  path: '/large',
  access: 'anyone',
  tag: 'Test',
  operationId: 'getLarge',
  maxAtOnce: 2,
  response: z.string(),
} as const;
/** More than what the system keeps of an answer that is not read. */
const large = 'x'.repeat(20_000_000);

async function listen(): Promise<string> {
  // A public route needs none of what decides who may use the others.
  const gate = { config: { publicUrl: null } } as Parameters<typeof createApiRouter>[1];
  const views = { hasReached: () => true, version: () => 1, waitForProjections: () => Promise.resolve(true) };
  const app = express();
  app.use(createApiRouter([route(endpoint, () => large)], gate, views));
  app.use(createErrorHandler(pino({ level: 'silent' })));
  const server = app.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return `http://127.0.0.1:${port}`;
}

/** Begins to read an answer, as soon as it is not refused, and pauses. */
async function beginReading(url: string): Promise<Socket> {
  for (;;) {
    const { socket } = await openRawConnection(url, renderRequest('GET', '/large'));
    const [start] = (await once(socket.resume(), 'data')) as [Buffer];
    socket.pause();
    if (start.toString().startsWith('HTTP/1.1 200')) return socket;
    socket.destroy();
  }
}

it('An answer counts against its limit until it is read, or its client has left', async () => {
  const url = await listen();
  const [one, other] = [await beginReading(url), await beginReading(url)];
  const status = async () => {
    const answer = await fetch(`${url}/large`);
    await answer.arrayBuffer();
    return answer.status;
  };
  await expect.poll(status).toBe(503);
  one.destroy();
  await expect.poll(status).toBe(200);
  const again = await beginReading(url);
  await expect.poll(status).toBe(503);
  expect((await fetch(`${url}/large`)).headers.get('retry-after')).toBe('5');
  again.resume();
  await expect.poll(status).toBe(200);
  other.destroy();
  again.destroy();
});
