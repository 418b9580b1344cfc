import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';

export const botToken = '123456:test-token-of-a-fake-bot-00000';
export type SentMessage = { chatId: string; text: string; at: number };
/** How the next message is answered; `retryAfter` in seconds. */
type Refusal = { status: number; retryAfter?: number };

/** The part of the API of Telegram that the server uses; what a test writes to the bot is read by polling. */
export async function startFakeTelegram() {
  const sent: SentMessage[] = [];
  const refusals: Refusal[] = [];
  const updates: { update_id: number; message: object }[] = [];
  let waiting: (() => void) | null = null;
  const refused: string[] = [];

  const answer = (response: ServerResponse, status: number, body: object) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const answerUpdates = (response: ServerResponse, offset: number) => {
    const result = updates.filter(({ update_id: id }) => id >= offset);
    if (result.length > 0) answer(response, 200, { ok: true, result });
    else waiting = () => answerUpdates(response, offset);
  };
  const takeMessage = (response: ServerResponse, chatId: string, text: string) => {
    const refusal = refusals.shift();
    if (refusal === undefined) sent.push({ chatId, text, at: performance.now() });
    else refused.push(text);
    const parameters = refusal?.retryAfter === undefined ? {} : { parameters: { retry_after: refusal.retryAfter } };
    const status = refusal?.status ?? 200;
    answer(response, status, { ok: status === 200, result: {}, ...parameters });
  };
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      // The client of the server sends no other bodies.
      const {
        offset = 0,
        chat_id: chatId = '',
        text = '',
      } = body as { offset?: number; chat_id?: string; text?: string };
      const [, method] = /^\/bot123456:[\w-]+\/(\w+)$/.exec(request.url ?? '') ?? [];
      if (method === 'getMe') answer(response, 200, { ok: true, result: { username: 'scout_test_bot' } });
      else if (method === 'getUpdates') answerUpdates(response, offset);
      else takeMessage(response, chatId, text);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    sent,
    refusals,
    refused,
    /** Writes to the bot from a private chat. */
    write: (chatId: number, text: string) => {
      const chat = { id: chatId, type: 'private', first_name: 'Ann' };
      updates.push({ update_id: updates.length + 1, message: { chat, text } });
      waiting?.();
      waiting = null;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
