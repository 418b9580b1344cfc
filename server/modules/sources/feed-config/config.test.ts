import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StartupError } from '#server/lib/errors.ts';
import { readFeeds } from './config.ts';

const county = {
  id: 'county',
  basis: 'public record',
  kind: 'csv',
  file: 'county.csv',
  everySeconds: 3600,
  mapping: { title: '{Address}', link: 'https://county.example.com/{Parcel}' },
};

const pattern = (match: string) => ({ ...county, mapping: { ...county.mapping, title: { from: 'Address', match } } });

describe('the FEEDS file', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'feeds-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const read = (content: unknown) => {
    const file = join(folder, 'feeds.json');
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    return readFeeds(file);
  };

  it('The FEEDS file lists feeds, with file paths relative to itself', () => {
    const web = { ...county, id: 'web', file: undefined, url: 'https://county.example.com/list.csv' };
    expect(read([county, web])).toMatchObject([
      { id: 'county', file: join(folder, 'county.csv'), allowPrivate: false },
      { id: 'web', url: 'https://county.example.com/list.csv' },
    ]);
  });

  it('The FEEDS file gives a changed description of a feed another version', () => {
    const [before] = read([county]);
    const [same] = read([{ ...county }]);
    const [after] = read([{ ...county, mapping: { ...county.mapping, price: '{Bid}' } }]);
    expect(same?.version).toBe(before?.version);
    expect(after?.version).not.toBe(before?.version);
  });

  it.each([
    ['is no JSON', '[{', /feeds\.json is not valid JSON/],
    ['is no list', { county }, /must be a list of feeds/],
    ['has two feeds of one id', [county, county], /two feeds with the id 'county'/],
    ['has a feed without id', [{ ...county, id: undefined }], /feed 1: id must be a text/],
    ['has a wrong id', [{ ...county, id: 'Wayne County' }], /id must be 1 to 50 of a-z, 0-9 and -/],
    ['has the id of another source', [{ ...county, id: 'imap' }], /feed 'imap': id must be another one/],
    [
      'splits a feed of entries by something',
      [{ ...county, kind: 'feed', delimiter: ';' }],
      /has 'delimiter', which means nothing/,
    ],
    ['does not say on what basis', [{ ...county, basis: '' }], /feed 'county': basis must say why/],
    ['has an unknown kind', [{ ...county, kind: 'xml' }], /kind must be 'csv', 'json' or 'feed'/],
    ['names neither file nor url', [{ ...county, file: undefined }], /needs a file or a url/],
    ['names both file and url', [{ ...county, url: 'https://x.example.com' }], /needs a file or a url/],
    ['has a url of another kind', [{ ...county, file: undefined, url: 'ftp://x.example.com' }], /http\(s\) address/],
    ['has no interval', [{ ...county, everySeconds: '1h' }], /everySeconds must be a whole number/],
    ['maps nothing', [{ ...county, mapping: undefined }], /mapping must say where the title/],
    ['maps by a text', [{ ...county, mapping: '{Address}' }], /mapping must say where the title/],
    ['maps no title', [{ ...county, mapping: { link: 'https://x.example.com' } }], /mapping\.title must be a text/],
    [
      'maps an unknown field',
      [{ ...county, mapping: { ...county.mapping, colour: 'red' } }],
      /mapping has 'colour', which means nothing there$/,
    ],
    ['has a pattern that escapes what needs none', [pattern('(\\d{5})\\-')], /title\.match must be a regular/],
    ['has an unknown setting', [{ ...county, every: 5 }], /feed 'county': has 'every', which means nothing there$/],
    ['lists a number', [1], /feed 1: must be an object$/],
    [
      'has an expression that is none',
      [{ ...county, mapping: { ...county.mapping, city: { from: 'Address', match: '(' } } }],
      /mapping\.city/,
    ],
    [
      'has an expression without a group',
      [{ ...county, mapping: { ...county.mapping, city: { from: 'Address', match: '.*' } } }],
      /one group/,
    ],
  ])('The FEEDS file that %s is refused with one message', (_what, content, sentence) => {
    expect(() => read(content)).toThrow(StartupError);
    expect(() => read(content)).toThrow(sentence);
    expect(() => read(content)).toThrow(/^FEEDS file [^\n]+$/);
  });

  it('The FEEDS file that does not exist is refused with one message', () => {
    expect(() => readFeeds(join(folder, 'none.json'))).toThrow(StartupError);
  });
});
