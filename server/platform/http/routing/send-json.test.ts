import express, { type Express } from 'express';
import { expect, it, onTestFinished } from 'vitest';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createJsonAnswer, sendJson } from './send-json.ts';

it.each(['identity', 'gzip'])(
  'A long answer is sent in pieces, and arrives whole with every character: %s',
  async (encoding) => {
    const lengths: number[] = [];
    // One of them has each cut in the middle of a character.
    const texts = ['', 'x'].map((start) => JSON.stringify(start + '😀'.repeat(400_000)));
    const app = express();
    app.get('/:n', async (request, response) => {
      const write = response.write.bind(response);
      response.write = (piece: string) => {
        lengths.push(piece.length);
        return write(piece);
      };
      await sendJson(request, response, createJsonAnswer(texts[Number(request.params.n)] ?? ''));
    });
    const url = await listen(app);
    for (const [n, text] of texts.entries()) {
      const answer = await fetch(`${url}/${n}`, { headers: { 'accept-encoding': encoding } });
      expect((await answer.text()) === text).toBe(true);
      expect(answer.headers.get('content-encoding')).toBe(encoding === 'gzip' ? 'gzip' : null);
    }
    expect(lengths.length).toBeGreaterThan(1);
  },
);

it.each([
  ['gzip, br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['identity', null],
] as const)(
  'An answer of some length is compressed for clients that accept it, once for all of them: %s',
  async (accepted, used) => {
    const answer = createJsonAnswer(JSON.stringify('é'.repeat(20_000)));
    const app = express().get('/', (request, response) => sendJson(request, response, answer));
    const url = await listen(app);
    for (let n = 0; n < 2; n += 1) {
      const response = await fetch(url, { headers: { 'accept-encoding': accepted } });
      const { headers } = response;
      expect(await response.text()).toBe(answer.text);
      expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([used, 'Accept-Encoding']);
      expect(Number(headers.get('content-length'))).toBe((await answer.bytes.get(used ?? 'identity'))?.length);
    }
    expect([...answer.bytes.keys()]).toEqual([used ?? 'identity']);
  },
);

it('However long a compressed answer is, few listeners wait for its client', async () => {
  const warnings: string[] = [];
  const warn = ({ name }: Error) => void warnings.push(name);
  process.on('warning', warn);
  onTestFinished(() => void process.off('warning', warn));
  const text = JSON.stringify('x'.repeat(5_000_000));
  const app = express().get('/', (request, response) => sendJson(request, response, createJsonAnswer(text)));
  const answer = await fetch(await listen(app), { headers: { 'accept-encoding': 'gzip' } });
  expect((await answer.text()).length).toBe(text.length);
  expect(warnings).toEqual([]);
});

async function listen(app: Express): Promise<string> {
  const server = app.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return `http://127.0.0.1:${port}`;
}
