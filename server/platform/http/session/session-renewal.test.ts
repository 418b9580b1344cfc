import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import express from 'express';
import { expect, it, onTestFinished } from 'vitest';
import type { Documents } from '#projections/store/port.ts';
import { openSqliteDocuments } from '#projections/store/sqlite/sqlite.ts';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import { DocumentSessionStore } from './session-store.ts';
import { createSessions } from './sessions.ts';

it('A session that ends while a request renews it does not come back under another id', async () => {
  const folder = createTestFolder();
  const documents = openSqliteDocuments(join(folder, 'documents.sqlite'));
  let now = Date.parse('2026-03-01T12:00:00.000Z');
  let afterRead = (): Promise<void> => Promise.resolve();
  const watched: Documents = {
    ...documents,
    get: async (space, id) => {
      const found = await documents.get(space, id);
      await afterRead();
      return found as never; // of the type that the caller stores there
    },
  };
  const sessions = createSessions({ documents: watched, clock: () => new Date(now), secret: 's', secure: false });
  const app = express();
  app.post('/', (request, response) =>
    sessions.begin(request, response, { userId: 'ann', sessionId: 's-1' }).then(() => response.end()),
  );
  app.get('/', (request, response) => sessions.findAndRenew(request, response).then(() => response.end()));
  const server = app.listen(0);
  await once(server, 'listening');
  onTestFinished(async () => {
    server.close();
    await documents.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`; // of a server that listens on a port
  const cookie = (await fetch(url, { method: 'POST' })).headers.getSetCookie().join().split(';')[0] ?? '';
  expect(await documents.count('sessions')).toBe(1);
  now += 2 * 3_600_000;
  afterRead = () => {
    afterRead = () => Promise.resolve();
    return new DocumentSessionStore(documents).endAllOf('ann');
  };
  expect((await fetch(url, { headers: { cookie } })).headers.getSetCookie()).toEqual([]);
  expect(await documents.count('sessions')).toBe(0);
});
