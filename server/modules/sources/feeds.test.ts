import { writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  answerText,
  countyMapping,
  csvHeader,
  csvText,
  type FeedFixture,
  startFeedFixture,
} from './feeds/testing/feed-fixture.ts';
import type { SavedFeed } from './saved-feeds/saved-feeds.ts';

describe('scheduled feeds', () => {
  let reading: FeedFixture;
  beforeEach(async () => {
    reading = await startFeedFixture();
  });
  afterEach(() => reading.close());

  const url = (path: string) => `http://127.0.0.1:${reading.port}${path}`;
  const countRequests = (path: string) => reading.asked.filter((request) => request.url === path).length;
  const saved = (path: string): SavedFeed => {
    const description = { basis: 'public', kind: 'csv' as const, url: url(path), everySeconds: 1 };
    const feed = { ...description, id: 'added', mapping: countyMapping, version: path, isSaved: true };
    return { description, feed: { ...feed, allowPrivate: true } };
  };
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
    const before = countRequests('/list.csv');
    reading.answers['/new.csv'] = answerText(csvText);
    await reading.begin(feed, () => Promise.resolve([saved('/new.csv')]));
    // The same passes read the other feed.
    await expect.poll(() => countRequests('/new.csv')).toBeGreaterThan(1);
    expect(countRequests('/list.csv')).toBe(before);
  });

  it('Scheduled feeds that FEEDS no longer has leave the list of sources, also where none is left', async () => {
    const findRegistered = () => reading.house.documents.get('registered-sources', 'county');
    await reading.begin({ file: 'list' });
    await expect.poll(findRegistered).not.toBeNull();
    await reading.stop();
    await reading.begin(null);
    await expect.poll(findRegistered).toBeNull();
  });

  it('Scheduled feeds include those that admins save, change and remove in the meantime', async () => {
    reading.answers['/new.csv'] = answerText(csvText);
    reading.answers['/changed.csv'] = answerText(csvText);
    let feeds: SavedFeed[] = [];
    reading.answers['/list.csv'] = answerText(csvText);
    const configured = { url: url('/list.csv'), allowPrivate: true, everySeconds: 1 };
    await reading.begin(configured, () => Promise.resolve(feeds));
    feeds = [saved('/new.csv')];
    await expect.poll(() => countRequests('/new.csv')).toBeGreaterThan(1);
    feeds = [saved('/changed.csv')];
    await expect.poll(() => countRequests('/changed.csv')).toBeGreaterThan(1);
    const findRegistered = () => reading.house.documents.get('registered-sources', 'added');
    expect(await findRegistered()).toMatchObject({ kind: 'feed', address: null });
    feeds = [];
    await expect.poll(findRegistered).toBeNull();
    const readOnce = async () => {
      const before = countRequests('/list.csv');
      await expect.poll(() => countRequests('/list.csv')).toBeGreaterThan(before);
    };
    await readOnce();
    await readOnce();
    const before = countRequests('/changed.csv');
    await readOnce();
    await readOnce();
    expect(countRequests('/changed.csv')).toBe(before);
  });

  it('Scheduled feeds stop during a transfer', async () => {
    reading.answers['/list.csv'] = (_request, response) => void response.writeHead(200).write(csvHeader);
    await reading.begin({ url: url('/list.csv'), allowPrivate: true });
    await expect.poll(() => reading.asked.map((request) => request.url)).toContain('/list.csv');
    await reading.stop();
    expect(await known()).toBeNull();
  });
});
