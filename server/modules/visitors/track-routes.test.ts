import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { startPosition } from '#domain/shared/decider.ts';
import type { VisitEvent } from '#domain/visit/events.ts';
import type { TestClient } from '#server/testing/test-client.ts';
import { setUpServer } from '#server/testing/set-up-server.ts';
import { type TestServer, startTestServer } from '#server/testing/test-server.ts';

const path = '/api/visitors/track';
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const product = setUpServer();

type Visit = Extract<VisitEvent, { type: 'VisitRecorded' }>['data'];

async function visitsOf({ context }: TestServer): Promise<Visit[]> {
  const all = await context.events.readAll(startPosition, 10_000);
  return all.filter(({ type }) => type === 'VisitRecorded').map(({ data }) => data as Visit); // by its type
}

/** The visits that one request records. */
async function visit(body?: unknown, headers: Record<string, string> = {}, on: TestServer = product) {
  const before = await visitsOf(on);
  const answer = await on.newClient().post(path, body, { 'user-agent': browser, ...headers });
  return { answer, visits: (await visitsOf(on)).slice(before.length) };
}

describe('a visit of the login page', () => {
  it('A visit of the login page is recorded for every visitor, with no body at all', async () => {
    const { answer, visits } = await visit();
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(visits).toMatchObject([
      { ipAddress: '127.0.0.1', userAgent: browser, state: null, city: null, country: 'USA', referrer: null },
    ]);
  });

  it('A visit of the login page is recorded once under one key', async () => {
    const key = { 'idempotency-key': randomUUID() };
    expect((await visit({}, key)).visits).toHaveLength(1);
    expect((await visit({}, key)).visits).toHaveLength(0);
    expect((await visit({})).visits).toHaveLength(1);
  });

  it.each([
    ['https://www.google.com/search?q=cheap+land', 'https://www.google.com/search?q=cheap+land'],
    ['http://example.com', 'http://example.com'],
    ['', null],
    [null, null],
    ['not an address', null],
    ['javascript:alert(1)', null],
    ['android-app://com.google', null],
  ])('A visit of the login page stores its referrer: %j', async (referrer, kept) => {
    expect((await visit({ referrer })).visits).toMatchObject([{ referrer: kept }]);
  });

  it('A visit of the login page does not store the site itself as its referrer', async () => {
    expect((await visit({ referrer: `${product.url}/privacy-policy` })).visits).toMatchObject([{ referrer: null }]);
    const { port } = new URL(product.url);
    expect((await visit({ referrer: `http://example.com:${port}/` })).visits).toMatchObject([
      { referrer: `http://example.com:${port}/` },
    ]);
  });

  it.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'curl/8.9.1',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0 Safari/537.36',
  ])('A visit of the login page is not counted for a robot: %s', async (userAgent) => {
    const { answer, visits } = await visit({}, { 'user-agent': userAgent });
    expect([answer.status, visits]).toEqual([204, []]);
  });

  it('A visit of the login page truncates long texts', async () => {
    const referrer = `https://example.com/${'x'.repeat(5000)}`;
    const { visits } = await visit({ referrer }, { 'user-agent': `${browser} ${'y'.repeat(2000)}` });
    expect(visits[0]?.referrer).toHaveLength(1000);
    expect(visits[0]?.userAgent).toHaveLength(500);
  });

  it('A visit of the login page takes the address from a header only if a proxy is trusted', async () => {
    const forwarded = { 'x-forwarded-for': '8.8.8.8' };
    expect((await visit({}, forwarded)).visits).toMatchObject([{ ipAddress: '127.0.0.1' }]);
    const proxied = await startTestServer({ TRUST_PROXY: '1', PUBLIC_URL: 'http://scout.example.com' });
    try {
      const { visits } = await visit({ referrer: 'http://scout.example.com/x' }, forwarded, proxied);
      expect(visits).toMatchObject([{ ipAddress: '8.8.8.8', referrer: null }]);
      expect(visits[0]?.country).not.toBe('');
    } finally {
      await proxied.stop();
    }
  });

  it.each<[unknown, number, string]>([
    [{ referrer: 7 }, 400, 'Referrer must be text'],
    [{ referrer: `https://x.com/${'x'.repeat(8000)}` }, 400, 'Referrer must be at most 8000 characters'],
    ['[1]', 415, 'The body must be JSON, sent as application/json'],
  ])('A visit of the login page is refused with an invalid body: %j', async (body, status, sentence) => {
    const { answer, visits } = await visit(body);
    expect([answer.status, answer.text, visits]).toEqual([status, sentence, []]);
  });

  it('A visit of the login page is counted at most this many times a minute from one address', async () => {
    const strict = await startTestServer({ RATE_VISIT: '2/1m' });
    try {
      const client: TestClient = strict.newClient();
      const statuses = [];
      for (let times = 3; times > 0; times -= 1) {
        statuses.push((await client.post(path, {}, { 'user-agent': browser })).status);
      }
      expect(statuses).toEqual([204, 204, 429]);
      expect(await visitsOf(strict)).toHaveLength(2);
    } finally {
      await strict.stop();
    }
  });
});
