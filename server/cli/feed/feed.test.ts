import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import { runScript } from '#server/testing/run-script.ts';
import { startTestServer } from '#server/testing/test-server.ts';

describe('npm run feed', () => {
  let folder: string;
  beforeEach(() => {
    folder = createTestFolder();
  });

  const feed = async (...args: string[]) => {
    const env = { DATA_DIR: join(folder, 'data') };
    const { stdout, stderr, code } = await runScript('server/cli/feed/feed.ts', { args, env });
    return { code, out: stdout, said: stderr.trim() };
  };
  const described = (feeds: unknown) => {
    const file = join(folder, 'feeds.json');
    writeFileSync(file, JSON.stringify(feeds));
    return file;
  };
  const county = {
    id: 'county',
    basis: 'public record',
    kind: 'csv',
    file: 'county.csv',
    everySeconds: 3600,
    mapping: { title: '{Title}', link: 'https://c.example.com/{Id}', price: '{Price}', zipCode: '{Zip}' },
  };

  it('The command npm run feed prints the outcome of the rows of a feed by reason, with matching totals', async () => {
    const rows = [
      '1,3 bedroom house on Elm Street,20000,48204',
      '2,Brick bungalow with a garage,call me,48204',
      '3,2 acres of raw land,5000,',
      '4,4 acres of raw land,9000,',
      '1,3 bedroom house on Elm Street,20000,48204',
    ];
    writeFileSync(join(folder, 'county.csv'), ['Id,Title,Price,Zip', ...rows].join('\n'));
    const { code, out } = await feed(described([county]), 'county');
    expect(out.split('\n').slice(1)).toEqual([
      '  5  rows',
      '  1  accepted',
      '  1  duplicates',
      '  3  review',
      '  2    review: Location unknown',
      '  1    review: No valid price found',
      '  0  rejected',
      '',
    ]);
    expect(code).toBe(0);
  });

  it('The command npm run feed prints each row with --verbose: outcome, reason, what was read and what was left out', async () => {
    const rows = [
      '1,3 bedroom house on Elm Street,20000,48204,last Tuesday',
      '2,Two bedroom flat for rent,900,48204,2026-04-30 17:01:55',
    ];
    writeFileSync(join(folder, 'county.csv'), ['Id,Title,Price,Zip,Posted', ...rows].join('\n'));
    const file = described([{ ...county, mapping: { ...county.mapping, postedAt: '{Posted}' } }]);
    const { code, out } = await feed(file, '--verbose');
    expect(out.split('\n').slice(0, 8)).toEqual([
      'row 1: accepted',
      '    3 bedroom house on Elm Street',
      '    house; $20,000; Detroit, MI, 48204',
      expect.stringMatching(/^ {4}quotes: .*'house'/),
      "    left out: postedAt 'last Tuesday' (postedAt must be an ISO 8601 date or time)",
      'row 2: rejected: It is for rent, not for sale',
      '    Two bedroom flat for rent',
      expect.stringMatching(/^ {4}.*\$900; Detroit, MI, 48204$/),
    ]);
    expect(out.split('\n').slice(-3)).toEqual([
      '  1  fields left out',
      '  1    fields left out: postedAt must be an ISO 8601 date or time',
      '',
    ]);
    expect(code).toBe(0);
  });

  it('The command npm run feed prints with --verbose the type that was accepted, also where the source states it', async () => {
    writeFileSync(join(folder, 'county.csv'), 'Id,Title,Price,Zip,Kind\n1,"Estate sale, needs work",20000,48204,MH');
    const types = { from: 'Kind', values: { MH: 'mobile home' } };
    const file = described([{ ...county, mapping: { ...county.mapping, propertyType: types } }]);
    const { out } = await feed(file, '--verbose');
    const [row, , read] = out.split('\n');
    expect([row, read]).toEqual(['row 1: accepted', '    mobile home; $20,000; Detroit, MI, 48204']);
  });

  it('The command npm run feed prints the error of a feed that cannot be read, reads the others, and fails', async () => {
    const items =
      '<item><title>3 bedroom house on Elm Street, $20,000, Detroit, MI 48204</title><link>https://e.example.com/1</link></item>';
    writeFileSync(join(folder, 'estates.xml'), `<rss version="2.0"><channel><title>E</title>${items}</channel></rss>`);
    const estates = { id: 'estates', basis: 'offered', kind: 'feed', file: 'estates.xml', everySeconds: 3600 };
    const { code, out } = await feed(described([county, estates]));
    expect(out).toMatch(
      /^county\n {2}county\.csv cannot be read\nestates, read .*\n {2}1 {2}rows\n {2}1 {2}accepted\n/,
    );
    expect(code).toBe(1);
  });

  it.each([
    ['stops in the middle', '<rss version="2.0"><channel><title>E</title><item><title>A</title></item>', /is cut off/],
    ['is a web page', '<!DOCTYPE html><html></html>', /a web page where a feed was expected/],
  ])('The command npm run feed fails where a feed %s', async (_what, content, problem) => {
    writeFileSync(join(folder, 'estates.xml'), content);
    const estates = { id: 'estates', basis: 'offered', kind: 'feed', file: 'estates.xml', everySeconds: 3600 };
    const { code, out } = await feed(described([estates]));
    expect(out).toMatch(problem);
    expect(code).toBe(1);
  });

  it('A server starts in the folder that the command npm run feed has filled', async () => {
    writeFileSync(join(folder, 'county.csv'), 'Id,Title,Price,Zip\n1,3 bedroom house on Elm Street,20000,48204');
    expect((await feed(described([county]))).code).toBe(0);
    const product = await startTestServer({ DATA_DIR: join(folder, 'data') });
    onTestFinished(product.stop);
    const { id } = await product.newClient().register('ann@example.com');
    expect(id).not.toBe('');
  });

  it.each([
    ['without a file', () => [], 64, /^FILE is missing: see npm run feed -- --help$/],
    ['for a file that is not there', () => ['nowhere.json'], 1, /nowhere\.json cannot/],
    ['for a feed that is not in it', () => [described([county]), 'city'], 1, /has no feed 'city'/],
  ])('The command npm run feed reports in one line what is wrong %s', async (_what, args, exitCode, sentence) => {
    const { code, said } = await feed(...args());
    expect(said).toMatch(sentence);
    expect(said.split('\n')).toHaveLength(1);
    expect(code).toBe(exitCode);
  });
});
