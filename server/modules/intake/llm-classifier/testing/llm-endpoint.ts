import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LlmOpinion } from '#domain/classification/second-opinion/llm-opinion.contract.ts';

type EndpointAnswer = (response: ServerResponse) => void;
type ReceivedRequest = { path: string; authorization: string | undefined; body: string };

/** The response of an endpoint whose model says this. */
export const answerWith =
  (content: unknown): EndpointAnswer =>
  (response) => {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content: text } }] }));
  };
export const createHouseOpinion = (...quotes: string[]): LlmOpinion => ({
  verdict: 'match',
  propertyType: 'house',
  quotes,
});

/** A local OpenAI-compatible endpoint for tests; `answer` sets its current response. */
export async function startLlmEndpoint() {
  const asked: ReceivedRequest[] = [];
  let answer: EndpointAnswer = answerWith(createHouseOpinion());
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    asked.push({ path: request.url ?? '', authorization: request.headers.authorization, body });
    answer(response);
  };
  const server = createServer((request, response) => {
    take(request, response).catch(() => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    answers: (next: EndpointAnswer) => {
      answer = next;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
export type LlmEndpoint = Awaited<ReturnType<typeof startLlmEndpoint>>;
