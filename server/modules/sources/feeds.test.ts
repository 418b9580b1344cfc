import { writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { csvText, csvHeader, startFeedFixture, type FeedFixture, answerText } from './feeds/testing/feed-fixture.ts';

describe('scheduled feeds', () => {
  let reading: FeedFixture;
  beforeEach(async () => {
    reading = await startFeedFixture();
  });
  afterEach(() => reading.close());

  const url = (path: string) => `http://127.0.0.1:${reading.port}${path}`;
  const known = () => reading.house.documents.get('feed-states', 'county');

  it('Scheduled feeds are read at the start, and then repeatedly', async () => {
    await writeFile(reading.pathOf('list'), csvText);
    await reading.begin({ file: 'list', everySeconds: 1 });
    await expect.poll(() => reading.taken.length).toBe(2);
    await writeFile(reading.pathOf('list'), `${csvText}9,x,48206,5\n`);
    await expect.poll(() => reading.taken.length).toBe(5);
  });

  it('Scheduled feeds do not request a site before it is due, even after a restart', async () => {
    reading.answers['/list.csv'] = answerText(csvText);
    const feed = { url: url('/list.csv'), allowPrivate: true, everySeconds: 3600 };
    await reading.begin(feed);
    await expect.poll(known).toMatchObject({ failures: 0 });
    await reading.stop();
    const before = reading.asked.length;
    await reading.begin(feed);
    await fetch(url('/something-else'));
    expect(reading.asked).toHaveLength(before + 1);
  });

  it('Scheduled feeds stop during a transfer', async () => {
    reading.answers['/list.csv'] = (_request, response) => void response.writeHead(200).write(csvHeader);
    await reading.begin({ url: url('/list.csv'), allowPrivate: true });
    await expect.poll(() => reading.asked.map((request) => request.url)).toContain('/list.csv');
    await reading.stop();
    expect(await known()).toBeNull();
  });
});
