import { once } from 'node:events';
import express from 'express';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startPosition } from '#domain/shared/decider.ts';
import { listen } from '#server/platform/http/listen.ts';
import { openRawConnection, renderRequest } from '#server/platform/http/testing/raw-connection.ts';
import { type TestServer, startTestServer } from '#server/testing/test-server.ts';
import { sendExport } from './export.ts';

let product: TestServer;
beforeEach(async () => {
  product = await startTestServer();
});
afterEach(() => product.stop());

it('An export ends when its client no longer reads, even where the connection closed before it began', async () => {
  const { events, views, auditLog } = product.context;
  const pages = (async function* () {
    for (;;) yield await events.readAll(startPosition, 1);
  })();
  const server = await listen({ host: '127.0.0.1', port: 0 });
  const ended = new Promise<void>((resolve, reject) => {
    const app = express().get('/', async (_request, response) => {
      await once(response, 'close');
      const day = '2026-01-01';
      sendExport(response, { pages, views, history: auditLog.views, format: 'jsonl', day }).then(resolve, reject);
    });
    server.server.on('request', app);
  });
  const { socket } = await openRawConnection(server.url, renderRequest('GET', '/'));
  await once(server.server, 'request');
  socket.destroy();
  await ended;
  expect(await pages.next()).toEqual({ done: true, value: undefined });
  await server.close();
});
