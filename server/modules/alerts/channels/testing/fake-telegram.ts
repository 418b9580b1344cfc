import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';

export const botToken = '123456:test-token-of-a-fake-bot-00000';
export type SentMessage = { chatId: string; text: string; at: number };
type UpdatesQuery = { offset?: number; timeout?: number };
/** How the next message is answered; `retryAfter` in seconds. */
type Refusal = { status: number; retryAfter?: number };

/** The part of the API of Telegram that the server uses; what a test writes to the bot is read by polling. */
export async function startFakeTelegram() {
  const sent: SentMessage[] = [];
  const refusals: Refusal[] = [];
  const updates: { update_id: number; message: object }[] = [];
  let waiting: (() => void) | null = null;
  const refused: string[] = [];
  let written = 0;

  const answer = (response: ServerResponse, status: number, body: object) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const answerUpdates = (response: ServerResponse, { offset = 0, timeout = 0 }: UpdatesQuery) => {
    while (updates[0] !== undefined && updates[0].update_id < offset) updates.shift();
    if (updates.length > 0 || timeout === 0) answer(response, 200, { ok: true, result: updates });
    else waiting = () => answerUpdates(response, { offset, timeout });
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
      const { chat_id: chatId = '', text = '', ...query } = body as UpdatesQuery & { chat_id?: string; text?: string };
      const [, method] = /^\/bot123456:[\w-]+\/(\w+)$/.exec(request.url ?? '') ?? [];
      if (method === 'getMe') answer(response, 200, { ok: true, result: { username: 'scout_test_bot' } });
      else if (method === 'getUpdates') answerUpdates(response, query);
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
    /** How many messages were not confirmed yet. */
    countUnconfirmed: () => updates.length,
    refusals,
    refused,
    /** Writes to the bot from a private chat. */
    write: (chatId: number, text: string) => {
      const chat = { id: chatId, type: 'private', first_name: 'Ann' };
      written += 1;
      updates.push({ update_id: written, message: { chat, text } });
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
