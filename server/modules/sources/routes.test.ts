import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createListing, startSourceApp } from './testing/source-app.ts';

type House = Awaited<ReturnType<typeof startSourceApp>>;
let house: House;
beforeAll(async () => {
  house = await startSourceApp();
});
afterAll(() => house.end());

const linesOf = async () => {
  const log = JSON.parse((await house.root.get('/api/admin/workflow-logs')).text) as { details: string }[];
  return log.map(({ details }) => details);
};

describe('the list of sources', () => {
  it('The list of sources contains feeds, and the built-in push sources', async () => {
    await expect.poll(async () => (await house.find('county'))?.state).toBe('working');
    const all = await house.list();
    expect(all.map(({ id }) => id)).toEqual(['admin-entry', 'county', 'sell']);
    expect(all[1]).toMatchObject({
      kind: 'feed',
      flow: 'pull',
      basis: 'public record',
      everySeconds: 3600,
      address: `${house.folder}/list.csv`,
      lastPass: { items: 1, accepted: 1, duplicates: 0, review: 0, rejected: 0 },
      week: { items: 1, accepted: 1, duplicates: 0, review: 0, rejected: 0, errors: 0 },
      paused: null,
      alarm: null,
      isRunning: false,
    });
    expect(Date.parse(String(all[1]?.nextPassAt))).toBeGreaterThan(Date.now());
    expect(all[2]).toMatchObject({ kind: 'sell', flow: 'push', state: 'waiting', lastPassAt: null, address: null });
  });

  it('The list of sources keeps the name of a feed from the webhook', async () => {
    expect((await house.deliver('county', [])).status).toBe(400);
  });

  it('The list of sources contains sources that send listings unasked, with the outcomes of those', async () => {
    const rubbish = 'no listing';
    expect(
      (
        await house.deliver('wholesaler', [
          createListing(1),
          createListing(1),
          createListing(2, { price: 'ask' }),
          rubbish,
        ])
      ).status,
    ).toBe(202);
    await house.deliver('wholesaler', [createListing(1)]);
    await expect
      .poll(() => house.find('wholesaler'))
      .toMatchObject({
        kind: 'webhook',
        flow: 'push',
        state: 'working',
        lastPass: { items: 1, accepted: 0, duplicates: 1, review: 0, rejected: 0 },
        week: { items: 5, accepted: 1, duplicates: 2, review: 1, rejected: 1, errors: 0 },
      });
    expect(Date.now() - Date.parse(String((await house.find('wholesaler'))?.lastPassAt))).toBeLessThan(60_000);
  });

  it('The list of sources is readable by helper admins, who change nothing', async () => {
    const helper = await house.helper();
    expect((await house.list(helper)).length).toBeGreaterThan(1);
    for (const what of ['pause', 'resume', 'run']) {
      expect((await helper.post(`/api/admin/sources/county/${what}`)).status).toBe(403);
    }
  });
});

describe('a paused source', () => {
  it('A paused source is refused as a whole, and accepted again once it is resumed', async () => {
    await house.deliver('agent', [createListing(10)]);
    expect((await house.tell('agent', 'pause')).status).toBe(200);
    const id = randomUUID();
    expect(await house.deliver('agent', [createListing(11)], id)).toEqual({
      status: 409,
      text: "The source 'agent' is paused",
    });
    expect(await house.find('agent')).toMatchObject({ state: 'paused', paused: { by: 'root@example.com' } });
    expect((await house.deliver('another', [createListing(12)])).status).toBe(202);
    expect(JSON.parse((await house.tell('agent', 'resume')).text)).toMatchObject({ state: 'working', paused: null });
    expect(await house.deliver('agent', [createListing(11)], id)).toMatchObject({ status: 202, text: /"accepted":1/ });
  });

  it('A paused source answers a repeated delivery as it did before the pause', async () => {
    const id = randomUUID();
    const first = await house.deliver('steady', [createListing(13)], id);
    await house.tell('steady', 'pause');
    expect(await house.deliver('steady', [createListing(13)], id)).toEqual(first);
  });

  it('A paused source is recorded in the log with the admin who paused it, once however often it is sent', async () => {
    await house.deliver('quiet', [createListing(14)]);
    const key = { 'idempotency-key': randomUUID() };
    await house.root.post('/api/admin/sources/quiet/pause', undefined, key);
    await house.root.post('/api/admin/sources/quiet/pause', undefined, key);
    await house.tell('quiet', 'pause');
    await house.tell('quiet', 'resume');
    const lines = (await linesOf()).filter((line) => line.includes('quiet') && !line.includes('listing'));
    expect(lines).toEqual(['Source quiet resumed by root@example.com', 'Source quiet paused by root@example.com']);
  });
});

describe('a feed', () => {
  it('A feed is read on request', async () => {
    await house.give('7,12 Elm St,48204,1500\n8,940 Birch Avenue,48205,900\n');
    const answer = await house.tell('county', 'run');
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toMatchObject({
      id: 'county',
      lastPass: { items: 2, accepted: 1, duplicates: 1 },
      isRunning: false,
    });
  });

  it('A feed is not read while it is paused, even on request', async () => {
    await house.tell('county', 'pause');
    expect(await house.find('county')).toMatchObject({ state: 'paused', nextPassAt: null });
    const answer = await house.tell('county', 'run');
    expect([answer.status, answer.text]).toEqual([409, "The source 'county' is paused"]);
    await house.tell('county', 'resume');
    expect((await house.tell('county', 'run')).status).toBe(200);
  });
});

describe('a command for an unknown source, or a run of one that cannot be run', () => {
  it('A command for an unknown source, or a run of one that cannot be run is answered with a message', async () => {
    for (const id of ['unheard-of', 'x'.repeat(5000), '%00', '..%2f..', 'second_opinion']) {
      for (const what of ['pause', 'resume', 'run'] as const) {
        const { status, text } = await house.tell(id, what);
        expect([status, text]).toEqual([404, 'No such source']);
      }
    }
    const { status, text } = await house.tell('sell', 'run');
    expect([status, text]).toEqual([409, "The source 'sell' sends its own listings and cannot be run"]);
  });
});

describe('a sample', () => {
  const head = async () => house.product.context.events.head();

  it('A sample of a feed is mapped and classified, and changes nothing', async () => {
    const before = await head();
    const { items, total } = await house.tryOut(
      'county',
      'Parcel,Address,Zip,Bid\n7,12 Elm St,48204,1500\n99,1 New Rd,48206,\n',
    );
    expect(total).toBe(2);
    expect(items[0]).toMatchObject({
      item: {
        title: 'Inherited 3 bedroom house at 12 Elm St, must sell as-is',
        link: 'https://c.example.com/7',
        price: '1500',
        zipCode: '48204',
      },
      price: 1500,
      place: { city: 'Detroit', state: 'MI' },
      propertyType: 'house',
      outcome: 'duplicate',
      reason: 'Already received at the same price',
    });
    expect(items[0]?.reasons.length).toBeGreaterThan(0);
    expect(items[1]).toMatchObject({ outcome: 'review', reason: 'No valid price found' });
    expect(await head()).toBe(before);
  });

  it('A sample of a webhook distinguishes reposts from new listings', async () => {
    await house.deliver('tried', [createListing(20)]);
    const before = await head();
    const sample = [
      createListing(20),
      createListing(21),
      createListing(21),
      createListing(20, { externalId: 'again', link: 'https://listings.example.com/again' }),
      createListing(20, { externalId: 'cheap', link: 'https://listings.example.com/cheap', price: 40_000 }),
      createListing(20, { price: 41_000 }),
      createListing(22, { title: 'Apartment for rent, $900 a month' }),
      { title: 'No link' },
      createListing(20, { withdrawn: true }),
      createListing(23, { withdrawn: true }),
    ];
    const { items } = await house.tryOut('tried', JSON.stringify({ source: 'tried', listings: sample }));
    expect(items.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['duplicate', 'Already received at the same price'],
      ['accepted', null],
      ['duplicate', 'It appears earlier in this sample'],
      ['duplicate', 'Reposted. The same address: 840 linden street'],
      ['accepted', 'Reposted at a lower price. The same address: 840 linden street'],
      ['accepted', 'Known, at another price'],
      ['rejected', expect.any(String)],
      ['rejected', 'link is required'],
      ['accepted', 'Known, withdrawn by this item'],
      ['rejected', 'It was withdrawn before the scout knew it'],
    ]);
    expect(items[3]?.duplicateOf?.title).toBe(createListing(20).title);
    expect(await head()).toBe(before);
  });

  it('A sample says which fields were left out, and reads places as the intake does', async () => {
    const sample = [
      createListing(61, { zipCode: '00000', city: 'Detroit', state: 'MI', postedAt: '1970-01-01' }),
      createListing(62, { zipCode: undefined, details: 'Heirs want it gone. Flint, MI 48503' }),
    ];
    const { items } = await house.tryOut('tried', JSON.stringify(sample));
    expect(items[0]?.leftOut).toEqual([
      { field: 'postedAt', value: '1970-01-01', reason: 'postedAt is before 1990 or in the future' },
      { field: 'zipCode', value: '00000', reason: 'zipCode is no known US ZIP code' },
    ]);
    expect(items.map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted']);
    expect(items[1]).toMatchObject({ leftOut: [], place: { city: 'Flint', state: 'MI' } });
  });

  it('A sample of a mailing platform is a whole mail', async () => {
    await house.deliver('email-alerts-example-com', [createListing(50)]);
    const mail = [
      ...['From: Alerts <news@alerts.example.com>', 'Subject: Inherited 3 bedroom house in Detroit, MI 48204'],
      ...['Message-ID: <1@alerts.example.com>', 'Date: Sun, 01 Mar 2026 12:00:00 +0000', ''],
      'Inherited 3 bedroom house at 12 New Street, Detroit, MI 48204. $45,000. Must sell as-is.',
      ...['https://alerts.example.com/12', ''],
    ].join('\r\n');
    const { items, total } = await house.tryOut('email-alerts-example-com', mail);
    expect(total).toBe(1);
    expect(items[0]).toMatchObject({ price: 45_000, place: { city: 'Detroit', state: 'MI' }, outcome: 'accepted' });
    const path = '/api/admin/sources/email-alerts-example-com/try';
    const { status, text } = await house.root.post(path, { sample: 'Hello' });
    expect([status, text]).toEqual([400, 'The body is not an email: it has no From with one address']);
  });

  it('A sample may be one listing, or a list', async () => {
    expect((await house.tryOut('sell', JSON.stringify(createListing(30)))).items).toHaveLength(1);
    const many = Array.from({ length: 60 }, (_none, index) => createListing(100 + index));
    const { items, total } = await house.tryOut('admin-entry', JSON.stringify(many));
    expect([items.length, total]).toEqual([50, 60]);
  });

  it('A sample that cannot be read is refused with a message', async () => {
    const answers = [
      ['county', { sample: '<html><body></body></html>' }, 'The source returned a web page where CSV was expected'],
      ['sell', { sample: '{' }, 'The sample is not valid JSON'],
      ['sell', { sample: '  ' }, 'sample must not be empty'],
      ['sell', { sample: 'x'.repeat(50_001) }, 'sample must be at most 50,000 characters'],
      ['sell', {}, 'sample must be text'],
    ] as const;
    for (const [id, body, sentence] of answers) {
      const { status, text } = await house.root.post(`/api/admin/sources/${id}/try`, body);
      expect([status, text]).toEqual([400, sentence]);
    }
    expect((await house.root.post('/api/admin/sources/nobody/try', { sample: '[]' })).status).toBe(404);
  });
});
