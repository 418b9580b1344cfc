import type { SourceKind } from '#domain/source/contract.ts';
import { Problem } from '../../http/problem.ts';
import type { Feed } from '../connectors/config.ts';
import { FeedFailure } from '../connectors/failure.ts';
import { itemsOf } from '../connectors/items.ts';

/** A sample tells what becomes of a source's items; nobody reads hundreds of them. */
const mostItems = 50;

type Sample = { id: string; kind: SourceKind; sample: string };
type Items = { items: unknown[]; total: number };

/** The raw items in a text of a source, the first 50 of them, and how many it has. Throws Problem 400, 409. */
export async function itemsIn({ id, kind, sample }: Sample, feeds: readonly Feed[]): Promise<Items> {
  if (kind === 'feed') return fromFeed(feeds.find((feed) => feed.id === id) ?? unknownFeed(id), sample);
  const items = fromJson(sample);
  return { items: items.slice(0, mostItems), total: items.length };
}

async function fromFeed(feed: Feed, sample: string): Promise<Items> {
  const came = { bytes: Buffer.from(sample), charset: 'utf-8', address: feed.url ?? null };
  const items: unknown[] = [];
  let total = 0;
  try {
    for await (const item of itemsOf(feed, came)) {
      total += 1;
      if (items.length < mostItems) items.push(item);
    }
  } catch (error) {
    throw error instanceof FeedFailure ? new Problem(400, error.message) : error;
  }
  return { items, total };
}

/** One listing, a list of them, or what the webhook takes. */
function fromJson(sample: string): unknown[] {
  const value = parsed(sample);
  if (Array.isArray(value)) return value;
  const isObject = typeof value === 'object' && value !== null;
  return isObject && 'listings' in value && Array.isArray(value.listings) ? value.listings : [value];
}

function parsed(sample: string): unknown {
  try {
    return JSON.parse(sample);
  } catch {
    throw new Problem(400, 'The sample is not valid JSON');
  }
}

function unknownFeed(id: string): never {
  throw new Problem(409, `The feed '${id}' is not among the FEEDS of the process that answers`);
}
