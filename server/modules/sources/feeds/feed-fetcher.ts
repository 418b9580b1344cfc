import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Feed } from '../feed-config/config.ts';
import { parseCharset } from '#server/lib/decode-text.ts';
import { FeedError } from '../feed-config/feed-error.ts';
import { createWebFetcher, type FetchLimits } from './web-fetcher.ts';
import { createRobotsCheck } from './robots.ts';
import type { RawFeed } from './rss/parse.ts';

/** The validators that show whether a source has changed since it was read; null for one that it does not send. */
export type CacheValidator = {
  etag: string | null;
  lastModified: string | null;
  modifiedMs: number | null;
  size: number | null;
};

/** The content of a source and its validators; null if it is unchanged. */
type FetchedFeed = { raw: RawFeed; mark: CacheValidator } | null;

export type FeedFetcher = {
  /** Reads the address or file of a feed, unless it is unchanged since `before`. Throws FeedError. */
  read: (feed: Feed, before: CacheValidator | null, signal: AbortSignal) => Promise<FetchedFeed>;
  close: () => Promise<void>;
};

/** A time before this comes from a wrong clock. */
const earliestDateMs = Date.parse('1990-01-01');

export function createFeedFetcher(limits: FetchLimits): FeedFetcher {
  const fetching = createWebFetcher();
  const robots = createRobotsCheck(fetching);

  const fetchUrl = async (
    address: string,
    feed: Feed,
    before: CacheValidator | null,
    signal: AbortSignal,
  ): Promise<FetchedFeed> => {
    const options = { allowPrivate: feed.allowPrivate, signal, limits };
    const headers = {
      ...(before?.etag && { 'if-none-match': before.etag }),
      ...(before?.lastModified && { 'if-modified-since': before.lastModified }),
    };
    const answer = await fetching.get(new URL(address), { ...options, headers }, (url) => robots(url, options));
    const { status, header, bytes } = answer;
    const raw = { bytes, charset: parseCharset(header('content-type')), address: answer.address };
    if (status === 304) return null;
    if (status !== 200)
      throw new FeedError(`The source answered with status ${status}`, { retryAfter: readRetryAfter(header) });
    const mark = { etag: header('etag'), lastModified: readLastModified(header), modifiedMs: null, size: null };
    return { raw, mark };
  };

  return {
    read: (feed, before, signal) =>
      feed.url === undefined ? fetchFile(feed, before, limits) : fetchUrl(feed.url, feed, before, signal),
    close: fetching.close,
  };
}

async function fetchFile(
  { file = '' }: Feed,
  before: CacheValidator | null,
  limits: FetchLimits,
): Promise<FetchedFeed> {
  try {
    const { mtimeMs, size } = await stat(file);
    if (before?.modifiedMs === mtimeMs && before.size === size) return null;
    if (size > limits.bytes) throw new FeedError(`${basename(file)} is larger than ${limits.bytes / 1_000_000} MB`);
    const raw = { bytes: await readFile(file), charset: null, address: null };
    return { raw, mark: { etag: null, lastModified: null, modifiedMs: mtimeMs, size } };
  } catch (error) {
    if (error instanceof FeedError) throw error;
    throw new FeedError(`${basename(file)} cannot be read`, { cause: error });
  }
}

type GetHeader = (name: string) => string | null;

/**
 * Retry-After in seconds, from its seconds or its date. A date is relative to the clock of the server, which may be
 * wrong and is sent with it.
 */
function readRetryAfter(header: GetHeader): number | null {
  const text = header('retry-after');
  if (text === null) return null;
  const seconds = /^\d+$/.test(text)
    ? Number(text)
    : (Date.parse(text) - (readServerTime(header) ?? Date.now())) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : null;
}

/** With a modification time in the future, a server whose clock is corrected would answer 'unchanged' for years. */
function readLastModified(header: GetHeader): string | null {
  const text = header('last-modified');
  const time = Date.parse(text ?? '');
  return time > earliestDateMs && time <= Date.now() ? text : null;
}

function readServerTime(header: GetHeader): number | null {
  const time = Date.parse(header('date') ?? '');
  return Number.isFinite(time) ? time : null;
}
