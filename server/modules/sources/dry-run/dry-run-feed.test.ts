import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { FeedDryRun } from '#domain/source/contract.ts';
import { setUpIntake } from '#server/modules/intake/pipeline/testing/intake-fixture.ts';
import { createFeedFetcher, type FeedFetcher } from '../feeds/feed-fetcher.ts';
import { startSourceApp } from '../testing/source-app.ts';
import { dryRunFeed } from './dry-run-feed.ts';

type App = Awaited<ReturnType<typeof startSourceApp>>;
let app: App;
beforeAll(async () => {
  app = await startSourceApp();
});
afterAll(() => app.end());

const path = '/api/admin/sources/dry-run';
const dryRun = async (body: object, client = app.root) => {
  const { status, text } = await client.post(path, body);
  if (status !== 200) throw new Error(`${status}: ${text}`);
  return JSON.parse(text) as FeedDryRun; // the tests then look at it
};
const outcomesOf = ({ result }: FeedDryRun) =>
  result.items.map(({ outcome, reason, propertyType, priceText }) => [outcome, reason, propertyType, priceText]);

const header = 'Listing Title;Detail URL;Asking Price;Property Zip Code;Remarks';
const row = (number: number, price: string) =>
  `3 bedroom house at ${number} Elm Street;https://c.example.com/${number};${price};48204;Sold as-is by the heirs`;

describe('A dry run of a feed', () => {
  it('A dry run of a feed finds the format of a table, its columns and a mapping, and shows the outcome of its rows', async () => {
    const body = [
      header,
      row(1, '45000'),
      row(2, 'call me'),
      '1 bedroom flat for rent;https://c.example.com/3;900;48204;',
    ];
    const answer = await dryRun({ body: body.join('\r\n') });
    expect(answer).toMatchObject({
      kind: 'csv',
      delimiter: ';',
      items: null,
      columns: header.split(';'),
      mapping: {
        title: '{Listing Title}',
        link: '{Detail URL}',
        price: '{Asking Price}',
        zipCode: '{Property Zip Code}',
        details: '{Remarks}',
      },
      problem: null,
      result: { total: 3 },
    });
    expect(outcomesOf(answer)).toEqual([
      ['accepted', null, 'house', '$45,000'],
      ['review', 'No valid price found', 'house', ''],
      ['rejected', 'It is for rent, not for sale', 'house', '$900'],
    ]);
  });

  it('A dry run of a feed finds the list in JSON, and columns within objects', async () => {
    const place = { city: 'Detroit', state: 'MI' };
    const listing = {
      name: '3 bedroom house, sold as-is',
      url: 'https://c.example.com/1',
      price: 45_000,
      address: place,
    };
    const answer = await dryRun({ body: JSON.stringify({ meta: { count: 1 }, data: { results: [listing] } }) });
    expect(answer).toMatchObject({
      kind: 'json',
      items: 'data.results',
      columns: ['name', 'url', 'price', 'address.city', 'address.state'],
      mapping: { title: '{name}', link: '{url}', price: '{price}', city: '{address.city}', state: '{address.state}' },
    });
    expect(outcomesOf(answer)).toEqual([['accepted', null, 'house', '$45,000']]);
  });

  it.each([
    [
      'RSS',
      '<rss version="2.0"><channel><title>E</title><item><title>3 bedroom house, $20,000, Detroit, MI 48204</title><link>https://e.example.com/1</link></item></channel></rss>',
    ],
    [
      'JSON Feed',
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        title: 'E',
        items: [{ id: '1', url: 'https://e.example.com/2', title: '3 bedroom house, $20,000, Detroit, MI 48204' }],
      }),
    ],
  ])('A dry run of a feed needs no mapping for %s', async (_format, body) => {
    const answer = await dryRun({ body });
    expect(answer).toMatchObject({ kind: 'feed', mapping: {}, problem: null });
    expect(outcomesOf(answer)).toEqual([['accepted', null, 'house', '$20,000']]);
  });

  it('A dry run of a feed says what the mapping lacks, and follows the mapping that is given', async () => {
    const body = 'Parcel,Address,Zip,Bid\n7,3120 Pine Street,48204,1500';
    const lacking = await dryRun({ body });
    expect(lacking).toMatchObject({ problem: expect.stringMatching(/^mapping\.link must be /) as string });
    expect(lacking.result).toEqual({ items: [], total: 0 });
    const mapping = {
      title: 'Inherited 3 bedroom house at {Address}, must sell as-is',
      link: 'https://c.example.com/{Parcel}',
      price: '{Bid}',
      zipCode: '{Zip}',
    };
    const answer = await dryRun({ body, mapping });
    expect(answer).toMatchObject({ mapping, problem: null });
    expect(outcomesOf(answer)).toEqual([['accepted', null, 'house', '$1,500']]);
  });

  it('A dry run of a feed writes nothing, and shows the first 20 rows', async () => {
    const rows = Array.from({ length: 25 }, (_, index) => row(100 + 7 * index, '45000'));
    // Their own passes go on during it.
    const listSources = async () => (await app.list()).map(({ id }) => id);
    await expect.poll(listSources).toContain('county');
    const before = await listSources();
    const { result } = await dryRun({ body: [header, ...rows].join('\n') });
    expect([result.items.length, result.total]).toEqual([20, 25]);
    expect(await listSources()).toEqual(before);
    expect(JSON.parse((await app.root.get('/api/admin/listings')).text)).not.toContainEqual(
      expect.objectContaining({ link: 'https://c.example.com/100' }),
    );
  });

  it.each([
    [{}, 'The body must have a url or a body, and not both'],
    [{ url: 'ftp://example.com' }, 'The address must be an http or https one'],
    [{ body: 'Title\nHouse', kind: 'xls' }, 'kind must be one of csv, json, feed'],
    [{ body: '{"a": 1}' }, 'The JSON has no list of objects'],
    [{ body: '{"a": ' }, 'The source did not return valid JSON'],
    [{ body: '<!doctype html><html></html>' }, 'The source returned a web page where a feed was expected'],
    [{ url: 'http://127.0.0.1:1/feed' }, /^127\.0\.0\.1 is not a public address/],
    [{ url: 'http://localhost/feed' }, /is not a public address/],
  ])('A dry run of a feed says what is wrong with %j', async (body, sentence) => {
    const { status, text } = await app.root.post(path, body);
    expect([status, text]).toEqual([400, typeof sentence === 'string' ? sentence : expect.stringMatching(sentence)]);
  });

  it('A dry run of a feed takes 2 MB, and is for full admins only', async () => {
    const long = [header, row(1, '45000'), `${'x'.repeat(900_000)};;;;`, `${'y'.repeat(900_000)};;;;`].join('\n');
    expect((await dryRun({ body: long })).result.total).toBe(3);
    const tooLong = await app.root.post(path, { body: 'x'.repeat(4_100_000) });
    expect([tooLong.status, tooLong.text]).toEqual([413, 'The body is larger than 4 MB']);
    expect((await (await app.helper()).post(path, { body: 'x' })).status).toBe(403);
  });
});

describe('A dry run of an address', () => {
  const { stores, intake } = setUpIntake();
  /** As in the product, but private addresses are read. */
  const openFetcher = (): FeedFetcher => {
    const fetcher = createFeedFetcher({ seconds: 60, bytes: 1_000_000, redirects: 5 });
    return {
      ...fetcher,
      read: (feed, before, signal) => fetcher.read({ ...feed, allowPrivate: true }, before, signal),
    };
  };

  it('A dry run of an address reads it once', async () => {
    const asked: string[] = [];
    const site = createServer((request, response) => {
      asked.push(String(request.url));
      response.statusCode = request.url === '/list.csv' ? 200 : 404;
      response.end([header, row(900, '45000')].join('\n'));
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void site.close());
    const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`; // it listens on TCP
    const answer = await dryRunFeed(
      { url: `${origin}/list.csv` },
      { ...stores, intake, weights: { table: undefined } },
      openFetcher,
    );
    expect(outcomesOf(answer)).toEqual([['accepted', null, 'house', '$45,000']]);
    expect(asked).toEqual(['/robots.txt', '/list.csv']);
    await expect(
      dryRunFeed({ url: `${origin}/gone` }, { ...stores, intake, weights: { table: undefined } }, openFetcher),
    ).rejects.toThrow('The source answered with status 404');
  });
});
