import { placeFields } from '#domain/listing/contract.ts';
import { loadGazetteer, extractPlace } from '#server/modules/geo/index.ts';
import { type Feed, isEntryFeed, type Mapping } from '../feed-config/config.ts';
import { compileMapping, type RowMapper } from '../feed-config/mapping.ts';
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
export async function* readFeedItems(feed: Feed, raw: RawFeed): AsyncIterable<Record<string, unknown>> {
  const { columns, itemOf } = await createMapper(feed);
  for await (const row of readFeedRows(feed, raw, columns)) yield withPlausibleDate(itemOf(row));
}

/** No web page was posted before this. */
const earliestDateMs = Date.parse('1990-01-01');

/** A source whose clock is wrong sends wrong times of posting. */
function withPlausibleDate(item: Record<string, unknown>): Record<string, unknown> {
  const { postedAt, ...rest } = item;
  const time = typeof postedAt === 'string' ? Date.parse(postedAt) : Number.NaN;
  return time < earliestDateMs || time > Date.now() ? rest : item;
}

async function createMapper(feed: Feed): Promise<RowMapper> {
  const { mapping } = feed;
  if (!isEntryFeed(feed)) return compileMapping(mapping);
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
