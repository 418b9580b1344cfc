import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';

export type ReceivedCall = { headers: IncomingHttpHeaders; body: string; at: number; status: number };

/**
 * The server of a member; `answers` are the statuses of the next calls, after them each is accepted that `isRefused` does
 * not refuse by its id.
 */
export async function startFakeWebhook(isRefused: (id: string) => boolean = () => false) {
  const received: ReceivedCall[] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const status = answers.shift() ?? (isRefused(String(request.headers['webhook-id'])) ? 503 : 204);
      received.push({ headers: request.headers, body, at: performance.now(), status });
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/alerts`,
    received,
    answers,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
