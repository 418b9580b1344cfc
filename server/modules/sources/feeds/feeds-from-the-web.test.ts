import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StoreUnavailable } from '#projections/store/port.ts';
import {
  type RequestAnswer,
  csvText,
  csvHeader,
  startFeedFixture,
  type FeedFixture,
  answerText,
} from './testing/feed-fixture.ts';

describe('feeds from the web', () => {
  let reading: FeedFixture;
  beforeEach(async () => {
    reading = await startFeedFixture();
  });
  afterEach(() => reading.close());

  it('Feeds from the web ask whether anything has changed before they read again', async () => {
    reading.answers['/list.csv'] = (request, response) => {
      const isKnown = request.headers['if-none-match'] === '"v1"';
      response.writeHead(isKnown ? 304 : 200, { etag: '"v1"', 'last-modified': 'Tue, 10 Mar 2026 10:00:00 GMT' });
      response.end(isKnown ? '' : csvText);
    };
    await reading.fromWeb();
    const again = await reading.fromWeb();
    expect(reading.taken).toHaveLength(2);
    expect(again).toMatchObject({ problem: null, figures: { rows: 2 } });
    const last = reading.asked.at(-1);
    expect(last?.headers['if-modified-since']).toBe('Tue, 10 Mar 2026 10:00:00 GMT');
    expect(last?.headers['user-agent']).toMatch(/OffMarketScout/);
  });

  it('Feeds from the web read again from the start after an interrupted pass', async () => {
    reading.answers['/list.csv'] = answerText(csvText, { etag: '"v1"' });
    reading.takeBy(() => Promise.reject(new StoreUnavailable('gone')));
    expect(await reading.fromWeb()).toMatchObject({ problem: 'The listings could not be stored', failures: 1 });
    reading.takeBy();
    expect(await reading.fromWeb()).toMatchObject({ problem: null, failures: 0, figures: { rows: 2 } });
    expect(reading.taken).toHaveLength(2);
  });

  it('Feeds from the web follow a redirect', async () => {
    reading.answers['/old.csv'] = (_request, response) => response.writeHead(302, { location: '/list.csv' }).end();
    reading.answers['/list.csv'] = answerText(csvText);
    expect(await reading.fromWeb('/old.csv')).toMatchObject({ problem: null, figures: { rows: 2 } });
  });

  it('Feeds from the web accept a compressed answer', async () => {
    reading.answers['/list.csv'] = answerText(gzipSync(csvText), { 'content-encoding': 'gzip' });
    expect(await reading.fromWeb()).toMatchObject({ figures: { rows: 2 } });
  });

  it.each<[string, RequestAnswer, RegExp]>([
    ['never answers', () => undefined, /did not answer within 5 seconds/],
    [
      'never ends',
      (_request, response) => void response.writeHead(200).write(csvHeader),
      /did not answer within 5 seconds/,
    ],
    ['announces too much', answerText('x', { 'content-length': '100001' }), /more than 0\.1 MB/],
    [
      'gives too much',
      (_request, response) => void response.writeHead(200).end('x'.repeat(200_000)),
      /more than 0\.1 MB/,
    ],
    [
      'unpacks to too much',
      answerText(gzipSync('x'.repeat(900_000)), { 'content-encoding': 'gzip' }),
      /more than 0\.1 MB/,
    ],
    [
      'redirects in a circle',
      (request, response) => response.writeHead(301, { location: request.url ?? '' }).end(),
      /redirects more than 5/,
    ],
    [
      'redirects to nowhere',
      (_request, response) => response.writeHead(301, { location: 'ftp://x' }).end(),
      /no web address/,
    ],
    [
      'gives a web page',
      answerText('\n<html><body>Sign in</body></html>', { 'content-type': 'text/html' }),
      /a web page/,
    ],
    ['is not there', (_request, response) => response.writeHead(404).end(), /status 404/],
    ['breaks off', (request) => request.socket.destroy(), /cannot be reached/],
  ])('Feeds from the web report one message when the source %s', async (_what, answer, problem) => {
    reading.answers['/list.csv'] = answer;
    if (problem.source.includes('did not answer')) reading.webLimits.seconds = 5;
    const source = await reading.fromWeb();
    expect(source.problem).toMatch(problem);
    expect(source.problem).not.toContain('\n');
    expect(reading.taken).toEqual([]);
  });

  it('Feeds from the web wait longer after each failure, and as long as the source asks', async () => {
    reading.house.setClock('2026-03-10T12:00:00.000Z');
    const failing: RequestAnswer = (_request, response) => response.writeHead(500).end();
    reading.answers['/list.csv'] = failing;
    expect(await reading.fromWeb()).toMatchObject({ failures: 1, nextAt: '2026-03-10T12:02:00.000Z' });
    expect(await reading.fromWeb()).toMatchObject({ failures: 2, nextAt: '2026-03-10T12:04:00.000Z' });
    reading.answers['/list.csv'] = (_request, response) => response.writeHead(429, { 'retry-after': '3600' }).end();
    expect(await reading.fromWeb()).toMatchObject({ failures: 3, nextAt: '2026-03-10T13:00:00.000Z' });
    reading.answers['/list.csv'] = answerText(csvText);
    expect(await reading.fromWeb()).toMatchObject({ failures: 0, nextAt: '2026-03-10T12:01:00.000Z' });
  });

  it('Feeds from the web obey robots.txt, also at the target of a redirect', async () => {
    reading.answers['/robots.txt'] = answerText('User-agent: *\nDisallow: /private/\n');
    reading.answers['/private/list.csv'] = answerText(csvText);
    reading.answers['/list.csv'] = (_request, response) =>
      response.writeHead(302, { location: '/private/list.csv' }).end();
    const forbidden = /robots\.txt of 127\.0\.0\.1:\d+ forbids reading \/private\/list\.csv/;
    expect((await reading.fromWeb('/private/list.csv')).problem).toMatch(forbidden);
    expect((await reading.fromWeb('/list.csv')).problem).toMatch(forbidden);
    expect(reading.asked.map((request) => request.url)).not.toContain('/private/list.csv');
  });

  it('Feeds from the web read nothing where robots.txt cannot be read', async () => {
    reading.answers['/robots.txt'] = (_request, response) => response.writeHead(503).end();
    reading.answers['/list.csv'] = answerText(csvText);
    expect((await reading.fromWeb()).problem).toMatch(/robots\.txt .* cannot be read now/);
  });

  it.each(['127.0.0.1', 'localhost', '[::1]', '0.0.0.0', '2130706433'])(
    'Feeds from the web do not request %s',
    async (host) => {
      reading.answers['/list.csv'] = answerText(csvText);
      const source = await reading.read({ url: `http://${host}:${reading.port}/list.csv` });
      expect(source.problem).toMatch(/is not a public address: .*allowPrivate/);
      expect(reading.asked).toEqual([]);
    },
  );
});
