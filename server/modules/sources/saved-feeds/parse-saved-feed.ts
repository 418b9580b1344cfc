import type * as z from 'zod';
import {
  type changedFeedBody,
  type FeedDescription,
  feedDescription,
} from '#domain/source/feed-description.contract.ts';
import { assertPublicHost, PrivateAddress } from '#server/lib/network/public-address.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { type Feed, parseFeed } from '../feed-config/config.ts';

/** A saved feed, which reads public addresses only. Throws HttpError 400. */
export function parseSavedFeed({ id, feedId }: { id: string; feedId: string }, description: FeedDescription): Feed {
  const fields = Object.entries({ id, ...description }).filter(([, value]) => value != null);
  const { feed, problem } = parseFeed(Object.fromEntries(fields));
  if (feed === null) throw new HttpError(400, problem);
  assertPublicAddress(description.url);
  return { ...feed, version: feedId, isSaved: true };
}

function assertPublicAddress(url: string): void {
  try {
    assertPublicHost(new URL(url));
  } catch (error) {
    throw error instanceof PrivateAddress ? new HttpError(400, error.message) : error;
  }
}

/** The description with these changes; with a kind, the fields of the format are replaced too. */
export function changeDescription(before: FeedDescription, changes: z.infer<typeof changedFeedBody>): FeedDescription {
  const { delimiter, items, ...others } = before;
  const format = changes.kind === undefined ? { delimiter, items } : {};
  return feedDescription.parse({ ...others, ...format, ...changes });
}
