import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { ReviewItem } from '#domain/review.contract.ts';
import type { RowReport } from '#domain/listing/row-reports.contract.ts';
import { setUpAdmin, setUpServer } from '#server/testing/set-up-server.ts';
import { createRowReports } from './row-reports.ts';

const path = '/api/admin/rows';
const product = setUpServer();
beforeAll(() => product.intake.ready);
const root = setUpAdmin(product);

let rows = 0;
const rental = (changes: object = {}) => {
  rows += 1;
  return {
    title: `Two bedroom flat number ${rows} for rent`,
    details: 'Utilities included, no pets.',
    price: '$900 per month',
    link: `https://rentals.example.com/${rows}`,
    ...changes,
  };
};
const take = (source: string, ...items: unknown[]) =>
  product.intake.take(source, items, { actor: `intake:${source}`, commandId: randomUUID() });
const list = async (query = '', client = root) => {
  const { text, headers } = await client.get(path + query);
  return { items: JSON.parse(text) as RowReport[], headers };
};
const titlesOf = async (query: string) => (await list(query)).items.map(({ title }) => title);

describe('a rejected row', () => {
  it('A rejected row can be looked up with its reason, the quoted words, its source and its link', async () => {
    const row = rental();
    const before = new Date().toISOString();
    await take('lookup', row);
    const { items } = await list('?source=lookup');
    expect(items).toEqual([
      {
        id: expect.any(String) as string,
        source: 'lookup',
        at: expect.any(String) as string,
        outcome: 'rejected',
        reason: 'It is for rent, not for sale',
        title: row.title,
        link: row.link,
        quotes: expect.arrayContaining([{ says: 'For rent', quote: 'for rent' }]) as object[],
        leftOut: [],
        canBeTaken: true,
        takenAt: null,
      },
    ]);
    expect((items[0]?.at ?? '') >= before).toBe(true);
  });

  it('A rejected row is stored once, however often its source sends it', async () => {
    const row = rental();
    await take('daily', row, row);
    const [first] = (await list('?source=daily')).items;
    await take('daily', row);
    const { items, headers } = await list('?source=daily');
    expect(items).toEqual([first]);
    expect([items.length, headers.get('x-total-count')]).toEqual([1, '1']);
  });

  it('A rejected row that cannot be read at all is kept with what there is of it', async () => {
    await take('broken', { title: 'No link' }, 'rubbish', { title: 'Bad', link: 'javascript:alert(1)' });
    const { items } = await list('?source=broken');
    expect(items.map(({ title, link, canBeTaken }) => [title, link, canBeTaken]).toSorted()).toEqual([
      ['', '', false],
      ['Bad', '', false],
      ['No link', '', false],
    ]);
    const refused = await root.post(`${path}/${items[0]?.id ?? ''}/take`);
    expect([refused.status, refused.text]).toEqual([409, 'This row cannot be taken']);
  });

  it('Rejected rows are found by source, reason, words and time, newest first, in pages', async () => {
    const wanted = { title: 'We buy houses in Toledo', details: 'Any condition.', link: 'https://w.example.com/1' };
    const flats = [rental(), rental(), rental()];
    await take('filtered', wanted);
    for (const flat of flats) {
      const last = Date.now();
      await vi.waitUntil(() => Date.now() > last, { interval: 1 });
      await take('filtered', flat);
    }
    const newestFirst = flats.map(({ title }) => title).toReversed();
    expect(await titlesOf('?source=filtered&reason=for%20rent')).toEqual(newestFirst);
    expect(await titlesOf('?source=filtered&q=TOLEDO%20buy')).toEqual([wanted.title]);
    expect(await titlesOf('?source=filtered&q=w.example.com')).toEqual([wanted.title]);
    expect(await titlesOf('?source=filtered&since=2999-01-01')).toEqual([]);
    expect(await titlesOf('?source=filtered&until=2001-01-01')).toEqual([]);
    const days = (await list('?source=filtered')).items.map(({ at }) => at.slice(0, 10));
    expect(await titlesOf(`?source=filtered&since=${days.at(-1)}&until=${days[0]}`)).toHaveLength(4);
    const first = await list('?source=filtered&limit=3');
    expect(first.headers.get('x-total-count')).toBe('4');
    const next = /^<(.+)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const rest = JSON.parse((await root.get(next)).text) as RowReport[];
    expect([...first.items, ...rest].map(({ title }) => title)).toEqual([...newestFirst, wanted.title]);
    expect((await root.get(`${path}?since=yesterday`)).text).toBe('since must be an ISO 8601 date or time');
  });

  it('A rejected row is for admins only', async () => {
    const member = product.newClient();
    await member.register('member@example.com');
    expect((await member.get(path)).status).toBe(403);
    expect((await product.newClient().get(path)).status).toBe(401);
  });

  it('A rejected row is deleted after the days of retention', async () => {
    let now = Date.now();
    const reports = createRowReports({ ...product.context, clock: () => new Date(now), days: 0 });
    const outcome = { kind: 'rejected', reason: 'It is goods' } as const;
    await reports.record('short', [{ raw: rental(), outcome, leftOut: [] }]);
    now += 1000;
    expect((await reports.list({ source: 'short' }, { limit: 5 })).reports).toEqual([]);
  });
});

describe('a wrongly rejected row', () => {
  const waiting = async () => JSON.parse((await root.get('/api/admin/review')).text) as ReviewItem[];

  it('A wrongly rejected row is put into the review by an admin, once, and can be accepted there', async () => {
    const row = rental({ zipCode: '48204' });
    await take('wrong', row);
    const [report] = (await list('?source=wrong')).items;
    const first = await root.post(`${path}/${report?.id ?? ''}/take`);
    expect([first.status, JSON.parse(first.text)]).toEqual([
      200,
      { ...report, canBeTaken: false, takenAt: expect.any(String) as string },
    ]);
    expect((await root.post(`${path}/${report?.id ?? ''}/take`)).text).toBe(first.text);
    const [item, ...others] = (await waiting()).filter(({ listing }) => listing.link === row.link);
    expect(others).toEqual([]);
    expect(item?.reason).toMatch(/^An admin took it, although it had been rejected\. .*for rent/);
    const accepted = await root.post(`/api/admin/review/${item?.id ?? ''}`, {
      decision: 'accept',
      listing: { price: 20_000, propertyType: 'house' },
    });
    expect(accepted.status).toBe(200);
  });

  it('A wrongly rejected row is taken once by a double click', async () => {
    const row = rental({ zipCode: '48204' });
    await take('double', row);
    const [report] = (await list('?source=double')).items;
    const click = () => root.post(`${path}/${report?.id ?? ''}/take`);
    const [first, second] = await Promise.all([click(), click()]);
    expect([first.status, second.status, second.text]).toEqual([200, 200, first.text]);
    expect((await waiting()).filter(({ listing }) => listing.link === row.link)).toHaveLength(1);
  });

  it('A rejected row of which an admin has rejected the listing before is not said to be taken', async () => {
    const house = {
      ...rental(),
      title: 'Inherited 3 bedroom house, must sell as-is',
      price: 40_000,
      details: 'Heirs.',
    };
    await take('dismissed', house);
    const find = async () => (await waiting()).find(({ listing }) => listing.link === house.link);
    await expect.poll(find).toBeDefined();
    const item = await find();
    expect((await root.post(`/api/admin/review/${item?.id ?? ''}`, { decision: 'reject' })).status).toBe(200);
    await take('dismissed', { ...rental(), link: house.link });
    const [report] = (await list('?source=dismissed')).items;
    const { status, text } = await root.post(`${path}/${report?.id ?? ''}/take`);
    expect([status, text]).toEqual([409, 'An admin has rejected its listing in the review before']);
    expect((await list('?source=dismissed')).items[0]?.takenAt).toBeNull();
  });

  it('A wrongly rejected row stays taken when its source sends it again', async () => {
    const row = rental();
    await take('again', row);
    const [report] = (await list('?source=again')).items;
    await root.post(`${path}/${report?.id ?? ''}/take`);
    await take('again', row);
    const { items } = await list('?source=again');
    expect(items.map(({ takenAt }) => takenAt)).toEqual([expect.any(String)]);
    expect((await root.post(`${path}/${randomUUID()}/take`)).status).toBe(404);
  });
});

describe('a row of which a field was left out', () => {
  it('A row of which a field was left out is accepted, and its report names the field, the value and the reason', async () => {
    const house = {
      title: 'Inherited 3 bedroom house at 77 Quince Street',
      details: 'Heirs want it gone.',
      price: 30_000,
      link: 'https://county.example.com/77',
      zipCode: '48204',
      postedAt: 'last Tuesday',
    };
    expect(await take('partly', house)).toMatchObject({ accepted: 1, leftOut: [{ index: 0, field: 'postedAt' }] });
    const { items } = await list('?source=partly&kind=left-out');
    expect(items).toMatchObject([
      {
        title: house.title,
        outcome: 'accepted',
        reason: null,
        canBeTaken: false,
        leftOut: [{ field: 'postedAt', value: 'last Tuesday', reason: 'postedAt must be an ISO 8601 date or time' }],
      },
    ]);
    expect((await list('?source=partly&kind=rejected')).items).toEqual([]);
    await take('partly', house);
    expect((await list('?source=partly')).items).toEqual(items);
  });
});
