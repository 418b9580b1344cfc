import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { PushTransport } from '../push-transport.ts';

export type ReceivedPush = { path: string; headers: IncomingHttpHeaders; body: Buffer; at: number };

/**
 * A local push service with configurable answers, and the route to it: endpoints keep their path and lead here.
 * `answers` are the statuses of the next pushes to a path; after them each is accepted that `isRefused` does not refuse
 * by its topic.
 */
export async function startPushService(isRefused: (topic: string) => boolean = () => false) {
  const pushed: ReceivedPush[] = [];
  const answers = new Map<string, (number | 'cut')[]>();
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const path = request.url ?? '';
      const answer = answers.get(path)?.shift() ?? (isRefused(String(request.headers['topic'])) ? 503 : 201);
      if (answer === 'cut') {
        response.destroy();
        return;
      }
      if (answer < 300) pushed.push({ path, headers: request.headers, body, at: performance.now() });
      response.writeHead(answer, answer === 429 ? { 'retry-after': '0' } : {}).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const url = `http://127.0.0.1:${port}`;

  const transport: PushTransport = {
    send: async ({ endpoint, headers, body }) => {
      const to = `${url}${new URL(endpoint).pathname}`;
      const answer = await fetch(to, { method: 'POST', headers, body: new Uint8Array(body) });
      return { status: answer.status, retryAfter: null };
    },
    close: () => Promise.resolve(),
  };
  return {
    url,
    pushed,
    answers,
    transport,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
