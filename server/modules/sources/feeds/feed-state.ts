import type { Feed } from '../feed-config/config.ts';
import type { PassStats } from './pass-stats.ts';
import type { CacheValidator } from './feed-fetcher.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';

export const sourcesSpace = documentSpaces.feedStates;

/**
 * The stored state of a source: its description, how its last passes went, and its validators at that time. With
 * another `version` of its description it is a new source.
 */
export type FeedState = Pick<Feed, 'id' | 'basis' | 'kind' | 'everySeconds' | 'version'> & {
  address: string | null;
  /** Of the last pass that took in all rows. */
  mark: CacheValidator | null;
  /** Times are ISO 8601: the last pass, the last that found something to read, and when the next is due. */
  checkedAt: string;
  readAt: string | null;
  nextAt: string;
  figures: PassStats | null;
  /** How long the last read took. */
  milliseconds: number | null;
  /** A message if the last pass failed, and how many failed in a row. */
  problem: string | null;
  failures: number;
};

/** What of a feed is shown and stored as it is: the address of a saved one is stored encrypted only. */
export function describeFeed({ id, basis, everySeconds, isSaved, url, file }: Feed) {
  return { id, basis, everySeconds, address: isSaved ? null : (url ?? file ?? null) };
}

/** The state of a source that was never read. */
export function createFeedState(feed: Feed, at: string): FeedState {
  const unread = { mark: null, readAt: null, figures: null, milliseconds: null, problem: null, failures: 0 };
  const { kind, version } = feed;
  return { ...describeFeed(feed), kind, version, checkedAt: at, nextAt: at, ...unread };
}
