import express from 'express';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { listen } from '../listen.ts';
import { createTestClient } from '#server/testing/test-client.ts';
import { createErrorHandler } from './http-error.ts';

it('An unexpected error is logged once, and the answer reveals nothing of it', async () => {
  const lines: string[] = [];
  const app = express()
    .get('/', () => {
      throw new Error('The password of the database is tulip');
    })
    .use(createErrorHandler(pino({}, { write: (line: string) => lines.push(line) })));
  const server = await listen({ host: '127.0.0.1', port: 0 });
  server.server.on('request', app);
  const answer = await createTestClient(server.url).get('/');
  await server.close();
  expect([answer.status, answer.text]).toEqual([500, 'Something went wrong']);
  expect(lines).toEqual([expect.stringContaining('tulip')]);
});
