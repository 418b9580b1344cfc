import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startFeedFixture, type FeedFixture, answerText } from './testing/feed-fixture.ts';

describe('feeds of JSON', () => {
  let reading: FeedFixture;
  beforeEach(async () => {
    reading = await startFeedFixture();
  });
  afterEach(() => reading.close());

  const more = {
    kind: 'json',
    items: 'data.lots',
    mapping: { title: '{address.street}', link: 'https://c.example.com/{id}', price: '{bid}', zipCode: '{zip}' },
  };
  const fromJson = async (content: unknown, changes: object = {}) => {
    reading.answers['/list.json'] = answerText(typeof content === 'string' ? content : JSON.stringify(content));
    return reading.fromWeb('/list.json', { ...more, ...changes });
  };

  it('Feeds of JSON are lists at a path, of objects with paths', async () => {
    const lots = [
      { id: 7, address: { street: '12 Elm St' }, bid: 900, zip: '48204' },
      { id: 8, address: null, bid: null },
    ];
    expect(await fromJson({ data: { lots } })).toMatchObject({ problem: null, figures: { rows: 2 } });
    expect(reading.taken).toEqual([
      { title: '12 Elm St', link: 'https://c.example.com/7', price: '900', zipCode: '48204' },
      { link: 'https://c.example.com/8' },
    ]);
  });

  it.each([
    ['no JSON', '{"data": ', /valid JSON/],
    ['no list there', { data: {} }, /no list at 'data\.lots'/],
    ['a name that no row has', { data: { lots: [{ id: 1, address: { street: 'a' }, bid: 1 }] } }, /'zip'/],
  ])('Feeds of JSON that are %s are reported with one message', async (_what, content, problem) => {
    expect(await fromJson(content)).toMatchObject({ problem: expect.stringMatching(problem) as string });
    expect(reading.taken).toEqual([]);
  });

  it('Feeds of JSON may be the list itself', async () => {
    const lots = [{ id: 7, address: { street: 'a' }, bid: 1, zip: '1' }];
    expect(await fromJson(lots, { items: undefined })).toMatchObject({ figures: { rows: 1 } });
  });
});
