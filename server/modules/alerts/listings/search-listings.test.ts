import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FoundListing } from '#domain/listing/found-listings.contract.ts';
import type { TestClient } from '#server/testing/test-client.ts';
import { type TestServer, startTestServer } from '#server/testing/test-server.ts';

const path = '/api/admin/listings';
const houseIn = (zipCode: string, street: string, number: number) => ({
  title: `Inherited house at ${number} ${street} Street`,
  price: 40_000 + number,
  details: `Heirs want it gone, as-is. ${randomUUID()} ${randomUUID()} ${randomUUID()}`,
  link: `https://listings.example.com/${street}/${number}`,
  zipCode,
});

describe('the list of found listings', () => {
  let product: TestServer;
  let root: TestClient;
  const ids: string[] = [];
  const list = async (query = '') => {
    const { status, text, headers } = await root.get(`${path}${query}`);
    expect([status, text.slice(0, 1)]).toEqual([200, '[']);
    return { rows: JSON.parse(text) as FoundListing[], total: headers.get('x-total-count'), link: headers.get('link') };
  };
  const titlesOf = ({ rows }: { rows: FoundListing[] }) => rows.map(({ title }) => /at (.+) Street/.exec(title)?.[1]);

  beforeAll(async () => {
    product = await startTestServer();
    root = await product.adminClient();
    const offers = [houseIn('48204', 'Elm', 1), houseIn('97701', 'Pine', 2), houseIn('77550', 'Oak', 3)];
    for (const offer of offers) {
      const { id, outcome } = JSON.parse((await root.post(path, offer)).text) as { id: string; outcome: string };
      expect(outcome).toBe('accepted');
      ids.push(id);
    }
    await root.post(`${path}/${ids[1]}/withdraw`, { reason: 'Sold' });
  });
  afterAll(() => product.stop());

  it('The list of found listings is sorted newest first, with the quoted words, and why a listing was withdrawn', async () => {
    const { rows, total, link } = await list();
    expect(rows.map(({ id }) => id)).toEqual(ids.toReversed());
    expect([total, link]).toEqual(['3', null]);
    const [oak, pine] = rows;
    expect(oak).toMatchObject({
      state: 'listed',
      withdrawal: null,
      source: 'admin-entry',
      price: 40_003,
      propertyType: 'house',
      place: { zipCode: '77550', state: 'TX' },
      location: { latitude: expect.closeTo(29.3, 0) as number, longitude: expect.closeTo(-94.8, 0) as number },
      reposts: 0,
      alerts: { sent: 0, waiting: 0 },
    });
    expect(oak?.reasons).toContainEqual({ says: 'Inherited', quote: 'Inherited' });
    expect(pine).toMatchObject({ state: 'withdrawn', withdrawal: { reason: 'Sold' } });
  });

  it('The list of found listings has pages', async () => {
    for (const filter of ['', '&source=admin-entry', '&q=house']) {
      const seen: unknown[] = [];
      let query: string | undefined = `?limit=1${filter}`;
      while (query !== undefined) {
        const { rows, total, link } = await list(query);
        expect([rows.length, total]).toEqual([1, '3']);
        seen.push(rows[0]?.id);
        query = /^<\/api\/admin\/listings(\?.+)>; rel="next"$/.exec(link ?? '')?.[1];
      }
      expect(seen).toEqual(ids.toReversed());
    }
  });

  it.each([
    ['?state=listed', ['3 Oak', '1 Elm']],
    ['?state=withdrawn', ['2 Pine']],
    ['?q=elm', ['1 Elm']],
    ['?q=BEND%20or', ['2 Pine']],
    ['?q=48204', ['1 Elm']],
    ['?q=elm&state=withdrawn', []],
    ['?usState=OR', ['2 Pine']],
    ['?minPrice=40002', ['3 Oak', '2 Pine']],
    ['?minPrice=40002&maxPrice=40002', ['2 Pine']],
    ['?maxPrice=40001&usState=TX', []],
    ['?q=https://listings.example.com/Oak/3', ['3 Oak']],
    ['?type=house&state=listed', ['3 Oak', '1 Elm']],
    ['?type=raw%20land', []],
    ['?source=county-list', []],
  ])('The list of found listings is filtered by %s', async (query, titles) => {
    const page = await list(query);
    expect(titlesOf(page)).toEqual(titles);
    expect(page.total).toBe(String(titles.length));
  });

  it('The list of found listings finds a listing by its id', async () => {
    expect(titlesOf(await list(`?q=${ids[0]}`))).toEqual(['1 Elm']);
    expect(titlesOf(await list(`?q=${ids[0]}&state=withdrawn`))).toEqual([]);
  });

  it.each([
    ['?limit=0', 'limit must be a whole number from 1 to 500'],
    ['?cursor=x', 'cursor must be the one that the page before returned, for the same query'],
    ['?state=gone', 'state must be listed or withdrawn'],
    ['?type=castle', 'type must be one of house, mobile home, raw land, tiny home'],
    ['?source=No%20source', 'source must be 1 to 50 of a-z, 0-9 and -'],
    ['?usState=Texas', 'usState must be two capital letters'],
    ['?minPrice=-1', 'minPrice must be a whole number of dollars'],
    ['?maxPrice=cheap', 'maxPrice must be a whole number of dollars'],
    ['?q=a&q=b', 'q must be given once'],
  ])('The list of found listings refuses %s', async (query, sentence) => {
    expect(await root.get(`${path}${query}`)).toMatchObject({ status: 400, text: sentence });
  });
});
