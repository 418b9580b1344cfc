import { utimes } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { csvText, csvHeader, countyMapping, startFeedFixture, type FeedFixture } from './testing/feed-fixture.ts';

describe('feeds from files', () => {
  let reading: FeedFixture;
  beforeEach(async () => {
    reading = await startFeedFixture();
  });
  afterEach(() => reading.close());

  it('Feeds from files pass every row to the intake, and store the statistics', async () => {
    const source = await reading.fromFile(csvText);
    expect(reading.taken).toEqual([
      { title: '12 Elm St, rear', link: 'https://c.example.com/7', price: '$1,500', zipCode: '48204' },
      { title: '14 Oak St', link: 'https://c.example.com/8', price: '900', zipCode: '48205' },
    ]);
    const figures = { rows: 2, accepted: 2, duplicates: 0, review: {}, rejected: {} };
    expect(source).toMatchObject({ id: 'county', basis: 'public record', figures, problem: null, failures: 0 });
    expect(await reading.house.documents.get('feed-states', 'county')).toEqual(source);
  });

  it('Feeds from files count rejected and held rows by reason, adding up to all rows', async () => {
    reading.takeBy(() =>
      Promise.resolve({
        accepted: 1,
        duplicates: 1,
        review: [{ index: 2, reason: 'No price' }],
        rejected: [
          { index: 3, reason: 'For rent' },
          { index: 4, reason: 'For rent' },
        ],
      }),
    );
    const { figures } = await reading.fromFile(csvHeader + '1,a,48204,1\n'.repeat(5));
    expect(figures).toEqual({
      rows: 5,
      accepted: 1,
      duplicates: 1,
      review: { 'No price': 1 },
      rejected: { 'For rent': 2 },
    });
  });

  it('Feeds from files are read again only when they or their description have changed', async () => {
    await reading.fromFile(csvText);
    expect((await reading.read({ file: 'list' })).figures?.rows).toBe(2);
    expect(reading.taken).toHaveLength(2);
    await reading.fromFile(`${csvText}9,x,48206,5\n`);
    expect(reading.taken).toHaveLength(5);
    await reading.read({ file: 'list', mapping: { ...countyMapping, state: 'MI' } });
    expect(reading.taken).toHaveLength(8);
    await utimes(reading.pathOf('list'), 1, 1);
    await reading.read({ file: 'list', mapping: { ...countyMapping, state: 'MI' } });
    expect(reading.taken).toHaveLength(11);
  });

  it('Feeds from files are read in large numbers of rows, in order', async () => {
    await reading.fromFile(csvHeader + Array.from({ length: 1234 }, (_, n) => `${n},house ${n},48204,5`).join('\n'));
    expect(reading.taken).toHaveLength(1234);
    expect(reading.taken[1233]?.title).toBe('house 1233');
  });

  it.each([
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${csvHeader}1,Señora,48204,5`)],
    ['UTF-16', Buffer.from(`\uFEFF${csvHeader}1,Señora,48204,5`, 'utf16le')],
    ['UTF-16, big end first', Buffer.from(`\uFEFF${csvHeader}1,Señora,48204,5`, 'utf16le').swap16()],
    ['Latin-1', Buffer.from(`${csvHeader}1,Señora,48204,5`, 'latin1')],
  ])('Feeds from files may be written in %s', async (_encoding, content) => {
    await reading.fromFile(content);
    expect(reading.taken).toMatchObject([{ title: 'Señora' }]);
  });

  it.each([
    ['columns of several lines', `${csvHeader}1,"a\nb",48204,5\n`, ['a\nb']],
    ['short and long rows', `${csvHeader}1,a\n2,b,48204,5,more,and more\n`, ['a', 'b']],
    ['blank lines and lines of Windows', `${csvHeader.trim()}\r\n\r\n1,a,48204,5\r\n\r\n`, ['a']],
    ['loose quotes', `${csvHeader}1,12" pipe,48204,5\n`, ['12" pipe']],
    ['no rows', csvHeader, []],
  ])('Feeds from files may have %s', async (_what, content, titles) => {
    expect(await reading.fromFile(content)).toMatchObject({ problem: null });
    expect(reading.taken.map(({ title }) => title)).toEqual(titles);
  });

  it('Feeds from files may use another separator than commas', async () => {
    await reading.fromFile(
      csvText.replaceAll('"', '').replaceAll('1,500', '1500').replaceAll(', rear', '').replaceAll(',', ';'),
      {
        delimiter: ';',
      },
    );
    expect(reading.taken).toMatchObject([{ title: '12 Elm St', price: '$1500' }, { title: '14 Oak St' }]);
  });

  it.each([
    [
      'lacks a column',
      'Parcel,Address,Bid\n1,a,5\n',
      /'Zip', and there is none\. The columns are: Parcel, Address, Bid/,
    ],
    ['are empty', '\n', /names the column '\w+', and there is none\. There are no columns$/],
    ['is a web page', '<!DOCTYPE html><html><body>Parcel,Address,Zip,Bid</body></html>', /a web page where CSV/],
    ['has a quote that never ends', `${csvHeader}1,a,48204,5\n2,"b,48204,5\n`, /The CSV is broken/],
  ])('Feeds from files that %s are reported with one message', async (_what, content, problem) => {
    expect(await reading.fromFile(content)).toMatchObject({
      problem: expect.stringMatching(problem) as string,
      failures: 1,
    });
  });

  it('Feeds from files that do not exist, or are too large, are reported with one message', async () => {
    expect((await reading.read({ file: 'none' })).problem).toBe('none cannot be read');
    expect((await reading.fromFile(csvHeader + 'x'.repeat(100_001))).problem).toMatch(/larger than 0\.1 MB$/);
  });
});
