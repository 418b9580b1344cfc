import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type RequestAnswer, startFeedFixture, type FeedFixture, answerText } from './testing/feed-fixture.ts';

const entries = ['<item><title>A house</title><link>https://e.example.com/1</link></item>'];
const rss = (items = entries.join(''), before = '') =>
  `<?xml version="1.0"?>${before}<rss version="2.0"><channel><title>Estates</title>${items}</channel></rss>`;
const feed = rss();
const doctype = (declared: string) => rss(entries.join(''), `<!DOCTYPE rss [${declared}]>`);
const laughs = Array.from({ length: 20 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');

/** Sends endlessly, as fast as the client reads; `sent` counts the bytes. */
const endless =
  (piece: Buffer, sent: { bytes: number }): RequestAnswer =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/rss+xml' });
    const more = () => {
      let isFree = true;
      while (isFree && !response.destroyed) {
        isFree = response.write(piece);
        sent.bytes += piece.length;
      }
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  };

describe('a feed that fails', () => {
  let reading: FeedFixture;
  beforeEach(async () => {
    reading = await startFeedFixture();
  });
  afterEach(() => reading.close());

  const pass = () => reading.fromWeb('/feed', { kind: 'feed', mapping: undefined });
  const good: RequestAnswer = (request, response) => {
    const isKnown = request.headers['if-none-match'] === '"v1"';
    response.writeHead(isKnown ? 304 : 200, { etag: '"v1"' }).end(isKnown ? '' : feed);
  };

  it.each<[string, RequestAnswer, RegExp]>([
    ['never begins', () => undefined, /^The source did not answer within 5 seconds/],
    [
      'stops in the middle',
      (_request, response) => void response.writeHead(200).write(feed.slice(0, 90)),
      /did not answer/,
    ],
    [
      'drips',
      (_request, response) => {
        response.writeHead(200);
        const drip = setInterval(() => response.write(' '), 50);
        response.once('close', () => clearInterval(drip));
      },
      /^The source did not answer within 5 seconds/,
    ],
    [
      'sends its visitors in a circle',
      (request, response) => response.writeHead(302, { location: request.url === '/feed' ? '/feed?' : '/feed' }).end(),
      /^The source redirects more than 5 times$|status 404/,
    ],
    [
      'is a web page',
      answerText('<!-- hi -->\n<!DOCTYPE html><html><body>Sign in</body></html>'),
      /a web page where a feed was expected$/,
    ],
    [
      'is XHTML',
      answerText('<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml"><body/></html>'),
      /a web page where a feed/,
    ],
    ['is something else', answerText('{"error": "no such feed"}'), /^The source returned no RSS, Atom or JSON feed$/],
    ['is other XML', answerText('<?xml version="1.0"?><opml version="2.0"><body/></opml>'), /returned no RSS/],
    ['is nothing at all', answerText(''), /^The source returned nothing where a feed was expected$/],
    [
      'breaks off within an entry',
      answerText(feed.slice(0, feed.indexOf('</title><link>'))),
      /^The feed is broken: its XML/,
    ],
    [
      'breaks off between entries',
      answerText(rss(entries[0]?.repeat(3)).replace('</channel></rss>', '')),
      /^The feed is cut off$/,
    ],
    ['breaks off within its last tag', answerText(feed.slice(0, -2)), /^The feed is broken/],
    ['has tags that do not match', answerText(rss('<item><title>A</item>')), /^The feed is broken/],
    ['is nested without an end', answerText(rss('<a>'.repeat(10_000) + '</a>'.repeat(10_000))), /^The feed is broken/],
    [
      'reads files through entities',
      answerText(doctype('<!ENTITY x SYSTEM "file:///etc/passwd">').replace('A house', '&x;')),
      /declares its own entities/,
    ],
    [
      'asks elsewhere through entities',
      answerText(doctype('<!ENTITY % d SYSTEM "http://127.0.0.1/d"> %d;')),
      /declares its own entities/,
    ],
    [
      'swells through entities',
      answerText(doctype(`<!ENTITY l0 "lol">${laughs}`).replace('A house', '&l20;')),
      /declares its own entities/,
    ],
    [
      'unpacks to a thousand times its size',
      answerText(gzipSync(rss(' '.repeat(20_000_000))), { 'content-encoding': 'gzip' }),
      /^The source returned more than 0\.1 MB$/,
    ],
    [
      'unpacks from brotli to too much',
      answerText(brotliCompressSync(Buffer.alloc(2_000_000)), { 'content-encoding': 'br' }),
      /more than 0\.1 MB/,
    ],
    [
      'is not packed as it says',
      answerText(feed, { 'content-encoding': 'gzip' }),
      /cannot be reached: the transfer failed/,
    ],
    ['is too busy', (_request, response) => response.writeHead(429, { 'retry-after': '7' }).end(), /status 429/],
    ['is shut', (_request, response) => response.writeHead(503, { 'retry-after': 'soon' }).end(), /status 503/],
  ])(
    'A feed that %s reports one message, loses nothing, and recovers with its next pass',
    async (_what, answer, problem) => {
      reading.answers['/feed'] = good;
      expect(await pass()).toMatchObject({ problem: null, figures: { rows: 1 } });
      reading.answers['/feed'] = answer;
      reading.answers['/feed?'] = answer;
      if (problem.source.includes('did not answer')) reading.webLimits.seconds = 5;
      const failed = await pass();
      reading.webLimits.seconds = 60;
      expect(failed.problem).toMatch(problem);
      expect(failed.problem).not.toMatch(/\n|undefined|Error/);
      expect(failed).toMatchObject({ failures: 1, mark: { etag: '"v1"' }, figures: { rows: 1 } });
      expect(reading.taken).toHaveLength(1);

      reading.answers['/feed'] = good;
      expect(await pass()).toMatchObject({ problem: null, failures: 0 });
      reading.answers['/feed'] = answerText(rss(entries[0]?.repeat(2)));
      expect(await pass()).toMatchObject({ problem: null, figures: { rows: 2 } });
      expect(reading.taken).toHaveLength(3);
    },
  );

  it('A feed that sends a gigabyte is cut off shortly after the limit', async () => {
    const sent = { bytes: 0 };
    reading.answers['/feed'] = endless(Buffer.alloc(65_536, ' '), sent);
    expect((await pass()).problem).toBe('The source returned more than 0.1 MB');
    expect(sent.bytes).toBeLessThan(20_000_000);
  });

  it.each([
    ['a channel and no more', '<rss version="2.0"><channel></channel></rss>'],
    ['a title and no entry', rss('')],
    ['a root alone', '<feed xmlns="http://www.w3.org/2005/Atom"/>'],
    ['an empty list', '{"version":"https://jsonfeed.org/version/1.1","title":"x","items":[]}'],
    [
      'a document type of old',
      rss(entries.join(''), '<!DOCTYPE rss PUBLIC "-//N//DTD RSS 0.91//EN" "http://x/rss-0.91.dtd">'),
    ],
    ['words behind its end', `${feed}\n<!-- made in 3 ms -->\n`],
  ])('A feed does not fail with %s', async (_what, content) => {
    reading.answers['/feed'] = answerText(content);
    expect(await pass()).toMatchObject({ problem: null, failures: 0 });
  });
});

describe('the robots.txt of a feed', () => {
  let reading: FeedFixture;
  beforeEach(async () => {
    reading = await startFeedFixture();
    reading.answers['/feed'] = answerText(feed);
  });
  afterEach(() => reading.close());
  const pass = () => reading.fromWeb('/feed', { kind: 'feed', mapping: undefined });

  it.each<[string, RequestAnswer, RegExp]>([
    [
      'forbids it',
      answerText('User-agent: OffMarketScout\nDisallow: /feed'),
      /robots\.txt of .* forbids reading \/feed/,
    ],
    ['never comes', () => undefined, /^The source did not answer within 5 seconds \(asked for its robots\.txt\)$/],
    [
      'returns a server error',
      (_request, response) => response.writeHead(500).end(),
      /robots\.txt .* cannot be read now/,
    ],
    [
      'goes in a circle',
      (_request, response) => response.writeHead(302, { location: '/robots.txt' }).end(),
      /redirects more than 5 times \(asked/,
    ],
    ['has no end', endless(Buffer.alloc(65_536, ' '), { bytes: 0 }), /more than 0\.5 MB \(asked/],
  ])('The robots.txt of a feed blocks reading where it %s, and no longer', async (_what, answer, problem) => {
    reading.answers['/robots.txt'] = answer;
    if (problem.source.includes('did not answer')) reading.webLimits.seconds = 5;
    expect((await pass()).problem).toMatch(problem);
    reading.webLimits.seconds = 60;
    expect(reading.asked.map((request) => request.url)).not.toContain('/feed');
    delete reading.answers['/robots.txt'];
    expect(await pass()).toMatchObject({ problem: null, figures: { rows: 1 } });
  });
});

describe('a feed whose clock is wrong', () => {
  let reading: FeedFixture;
  beforeEach(async () => {
    reading = await startFeedFixture();
    reading.house.setClock('2026-03-10T12:00:00.000Z');
  });
  afterEach(() => reading.close());
  const pass = () => reading.fromWeb('/feed', { kind: 'feed', mapping: undefined });
  const answering = (status: number, headers: Record<string, string>) => {
    reading.answers['/feed'] = (_request, response) =>
      response.writeHead(status, headers).end(status === 200 ? feed : '');
  };

  it.each([
    ['ahead', 'Tue, 10 Mar 2099 10:00:00 GMT'],
    ['at the beginning of time', 'Thu, 01 Jan 1970 00:00:00 GMT'],
    ['no time', 'the day before yesterday'],
  ])(
    'A feed whose clock is wrong is not asked with a modification time that lies %s, so that its next change is seen',
    async (_where, time) => {
      answering(200, { 'last-modified': time, date: time });
      expect(await pass()).toMatchObject({ problem: null });
      await pass();
      expect(reading.asked.at(-1)?.headers).not.toHaveProperty('if-modified-since');
      expect(reading.taken).toHaveLength(2);
    },
  );

  it.each([
    [
      'an hour by its own clock',
      'Tue, 10 Mar 2099 11:00:00 GMT',
      'Tue, 10 Mar 2099 10:00:00 GMT',
      '2026-03-10T13:00:00.000Z',
    ],
    [
      'an hour by a clock that is behind',
      'Thu, 01 Jan 1970 02:00:00 GMT',
      'Thu, 01 Jan 1970 01:00:00 GMT',
      '2026-03-10T13:00:00.000Z',
    ],
    ['what is past', 'Tue, 10 Mar 2015 10:00:00 GMT', 'Tue, 10 Mar 2026 10:00:00 GMT', '2026-03-10T12:02:00.000Z'],
    ['years', '999999999', 'Tue, 10 Mar 2026 10:00:00 GMT', '2026-03-11T12:00:00.000Z'],
    ['less than nothing', '-5', 'Tue, 10 Mar 2026 10:00:00 GMT', '2026-03-10T12:02:00.000Z'],
  ])('A feed whose clock is wrong may ask to wait for %s', async (_what, retryAfter, date, nextAt) => {
    answering(503, { 'retry-after': retryAfter, date });
    expect((await pass()).nextAt).toBe(nextAt);
  });
});
