import { loadGazetteer, extractPlace } from '#server/modules/geo/index.ts';
import type { Feed, Mapping } from '../feed-config/config.ts';
import { compileMapping, type RowMapper } from '../feed-config/mapping.ts';
import { readFeedRows } from './feed-rows.ts';
import type { RawFeed } from './rss/parse.ts';

/** What a feed's entries are taken for where its description says nothing else. */
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

const placeFields = ['zipCode', 'city', 'state', 'latitude', 'longitude'] as const;

/** What came of a feed as raw items for the intake. Throws FeedFailure. */
export async function* readFeedItems(feed: Feed, raw: RawFeed): AsyncIterable<Record<string, unknown>> {
  const { columns, itemOf } = await createMapper(feed);
  for await (const row of readFeedRows(feed, raw, columns)) yield withPlausibleDate(itemOf(row));
}

/** Before this nobody posted anything on the web. */
const earliestDateMs = Date.parse('1990-01-01');

/** A source whose clock is wrong says when something was posted, and cannot know. */
function withPlausibleDate(item: Record<string, unknown>): Record<string, unknown> {
  const { postedAt, ...rest } = item;
  const time = typeof postedAt === 'string' ? Date.parse(postedAt) : Number.NaN;
  return time < earliestDateMs || time > Date.now() ? rest : item;
}

async function createMapper({ kind, mapping }: Feed): Promise<RowMapper> {
  if (kind === 'csv' || kind === 'json') return compileMapping(mapping);
  const { columns, itemOf } = compileMapping({ ...defaultMapping, ...mapping });
  if (placeFields.some((field) => mapping[field] !== undefined)) return { columns, itemOf };
  const gazetteer = await loadGazetteer();
  return {
    columns,
    itemOf: (row) => {
      const item = itemOf(row);
      const isPlaced = placeFields.some((field) => item[field] !== undefined);
      return isPlaced ? item : { ...item, ...extractPlace([row('title'), row('details')], gazetteer) };
    },
  };
}
