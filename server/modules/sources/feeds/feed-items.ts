import { withDefaultState } from '#domain/listing/default-state.ts';
import { type Feed, isEntryFeed, type Mapping } from '../feed-config/config.ts';
import { compileMapping } from '../feed-config/mapping.ts';
import { readFeedRows } from './feed-rows.ts';
import type { RawFeed } from './rss/parse.ts';

/** The default mapping of a feed's entries, where its description has none. */
const defaultMapping: Mapping = {
  title: '{title}',
  link: '{link}',
  details: '{details}',
  imageUrl: '{image}',
  postedAt: '{published}',
  externalId: '{id}',
  latitude: '{latitude}',
  longitude: '{longitude}',
};

/** The content of a feed as raw items for the intake. Throws FeedError. */
export async function* readFeedItems(feed: Feed, raw: RawFeed): AsyncIterable<unknown> {
  const { mapping, state } = feed;
  const { columns, itemOf } = compileMapping(isEntryFeed(feed) ? { ...defaultMapping, ...mapping } : mapping);
  for await (const row of readFeedRows(feed, raw, columns)) yield withDefaultState(itemOf(row), state);
}
