import type { Feed } from '../feed-config/config.ts';
import type { PassStats } from './pass-stats.ts';
import type { CacheValidator } from './feed-fetcher.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';

export const sourcesSpace = documentSpaces.feedStates;

/**
 * The stored state of a source: its description, how its last passes went, and its validators at that time. With another `version`
 * of its description it is a new source.
 */
export type FeedState = Pick<Feed, 'id' | 'basis' | 'kind' | 'everySeconds' | 'version'> & {
  address: string;
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

/** The state of a source that was never read. */
export function createFeedState({ id, basis, kind, url, file, everySeconds, version }: Feed, at: string): FeedState {
  const address = url ?? file ?? '';
  const unread = { mark: null, readAt: null, figures: null, milliseconds: null, problem: null, failures: 0 };
  return { id, basis, kind, address, everySeconds, version, checkedAt: at, nextAt: at, ...unread };
}
