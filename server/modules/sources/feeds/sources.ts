import { readFile, stat } from 'node:fs/promises';
import type { Feed } from '../feed-config/config.ts';
import { charsetOf } from '#server/lib/decode.ts';
import { FeedFailure } from '../feed-config/failure.ts';
import { createFetching, type Limits } from './fetching.ts';
import { createRobots } from './robots.ts';
import type { Came } from './rss/parse.ts';

/** What tells whether a source has changed since it was read; null for what it does not say. */
export type Mark = { etag: string | null; lastModified: string | null; modifiedMs: number | null; size: number | null };

/** What a source gave and its mark; null when it is as it was. */
type Read = { came: Came; mark: Mark } | null;

export type Sources = {
  /** Reads what a feed names, unless it is as it was at `before`. Throws FeedFailure. */
  read: (feed: Feed, before: Mark | null, signal: AbortSignal) => Promise<Read>;
  close: () => Promise<void>;
};

/** Before this no clock was right. */
const earliest = Date.parse('1990-01-01');

export function createSources(limits: Limits): Sources {
  const fetching = createFetching();
  const robots = createRobots(fetching);

  const fromWeb = async (address: string, feed: Feed, before: Mark | null, signal: AbortSignal): Promise<Read> => {
    const asked = { allowPrivate: feed.allowPrivate, signal, limits };
    const headers = {
      ...(before?.etag && { 'if-none-match': before.etag }),
      ...(before?.lastModified && { 'if-modified-since': before.lastModified }),
    };
    const answer = await fetching.get(new URL(address), { ...asked, headers }, (url) => robots(url, asked));
    const { status, header, bytes } = answer;
    const came = { bytes, charset: charsetOf(header('content-type')), address: answer.address };
    if (status === 304) return null;
    if (status !== 200)
      throw new FeedFailure(`The source answered with status ${status}`, { retryAfter: waitIn(header) });
    const mark = { etag: header('etag'), lastModified: lastModifiedIn(header), modifiedMs: null, size: null };
    return { came, mark };
  };

  return {
    read: (feed, before, signal) =>
      feed.url === undefined ? fromFile(feed, before, limits) : fromWeb(feed.url, feed, before, signal),
    close: fetching.close,
  };
}

async function fromFile({ file = '' }: Feed, before: Mark | null, limits: Limits): Promise<Read> {
  try {
    const { mtimeMs, size } = await stat(file);
    if (before?.modifiedMs === mtimeMs && before.size === size) return null;
    if (size > limits.bytes) throw new FeedFailure(`${file} is larger than ${limits.bytes / 1_000_000} MB`);
    const came = { bytes: await readFile(file), charset: null, address: null };
    return { came, mark: { etag: null, lastModified: null, modifiedMs: mtimeMs, size } };
  } catch (error) {
    if (error instanceof FeedFailure) throw error;
    throw new FeedFailure(`${file} cannot be read`, { cause: error });
  }
}

type Header = (name: string) => string | null;

/**
 * Retry-After in seconds, from its seconds or its date. A date is meant by the clock of the one who says it, which may
 * be wrong and stands beside it.
 */
function waitIn(header: Header): number | null {
  const text = header('retry-after');
  if (text === null) return null;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - (theirNow(header) ?? Date.now())) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : null;
}

/** One that lies ahead of us would tell a site with its clock put right that nothing has changed, for years. */
function lastModifiedIn(header: Header): string | null {
  const text = header('last-modified');
  const time = Date.parse(text ?? '');
  return time > earliest && time <= Date.now() ? text : null;
}

function theirNow(header: Header): number | null {
  const time = Date.parse(header('date') ?? '');
  return Number.isFinite(time) ? time : null;
}
