import type { SourceKind } from '#domain/source/contract.ts';
import { Problem } from '#server/platform/http/middleware/problem.ts';
import { distrust, itemsOf as itemsOfMail, NotAMail, readMail, type Trusted } from '#server/modules/intake/index.ts';
import type { Feed } from './feed-config/config.ts';
import { FeedFailure } from './feed-config/failure.ts';
import { itemsOf } from './feeds/items.ts';

/** A sample tells what becomes of a source's items; nobody reads hundreds of them. */
const mostItems = 50;

type Sample = { id: string; kind: SourceKind; sample: string };
type Given = {
  feeds: readonly Feed[];
  /** Whose offers by mail are taken. */
  trusted: Trusted;
  /** The address of the site. */
  url: string;
};
/** `whyWait`: why it waits for a person, whatever it says. */
type Item = { item: unknown; whyWait?: string | undefined };
type Items = { items: Item[]; total: number };

/** The raw items in a text of a source, the first 50 of them, and how many it has. Throws Problem 400, 409. */
export async function itemsIn({ id, kind, sample }: Sample, { feeds, trusted, url }: Given): Promise<Items> {
  if (kind === 'feed') return fromFeed(feeds.find((feed) => feed.id === id) ?? unknownFeed(id), sample);
  if (kind === 'email' || kind === 'imap') return someOf(await fromMail(sample, trusted, url));
  return someOf(fromJson(sample).map((item) => ({ item })));
}

function someOf(items: Item[]): Items {
  return { items: items.slice(0, mostItems), total: items.length };
}

async function fromFeed(feed: Feed, sample: string): Promise<Items> {
  const items: Item[] = [];
  let total = 0;
  try {
    for await (const item of itemsOf(feed, {
      bytes: Buffer.from(sample),
      charset: 'utf-8',
      address: feed.url ?? null,
    })) {
      total += 1;
      if (items.length < mostItems) items.push({ item });
    }
  } catch (error) {
    throw error instanceof FeedFailure ? new Problem(400, error.message) : error;
  }
  return { items, total };
}

/** As if it had come through the signed gate. */
async function fromMail(sample: string, trusted: Trusted, url: string): Promise<Item[]> {
  const mail = await readMail(Buffer.from(sample)).catch((error: unknown) => {
    throw error instanceof NotAMail ? new Problem(400, error.message) : error;
  });
  if (mail.bounces !== null || mail.isAutoReply) return [];
  return itemsOfMail(mail, distrust(mail, trusted, true) ?? undefined, url);
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
