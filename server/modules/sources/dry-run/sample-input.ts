import type { SourceKind } from '#domain/source/contract.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import {
  whyUntrusted,
  toMailItems as itemsOfMail,
  NotAMail,
  readMail,
  type MailContext,
  type TrustedSenders,
} from '#server/modules/intake/index.ts';
import type { Feed } from '../feed-config/config.ts';
import { FeedError } from '../feed-config/feed-error.ts';
import { readFeedItems } from '../feeds/feed-items.ts';
import type { RawFeed } from '../feeds/rss/parse.ts';

/** A sample shows the outcomes of a source's items; an admin does not read hundreds of them. */
const maxItems = 50;

type SourceSample = { id: string; kind: SourceKind; sample: string };
type SampleOptions = MailContext & {
  feeds: readonly Feed[];
  /** The senders whose offers by mail are taken. */
  trustedSenders: TrustedSenders;
};
/** `holdReason`: why it waits for review, whatever its content is. */
export type SampleItem = { item: unknown; holdReason?: string | undefined };
type SampleItems = { items: SampleItem[]; total: number };

/** The raw items in a text of a source, the first 50 of them, and how many it has. Throws HttpError 400, 409. */
export async function readSampleItems(
  { id, kind, sample }: SourceSample,
  { feeds, trustedSenders, ...context }: SampleOptions,
): Promise<SampleItems> {
  if (kind === 'feed') return readFeedSample(feeds.find((feed) => feed.id === id) ?? rejectUnknownFeed(id), sample);
  if (kind === 'email' || kind === 'imap') return takeFirst(await readMailSample(sample, trustedSenders, context));
  return takeFirst(readJsonSample(sample).map((item) => ({ item })));
}

function takeFirst(items: SampleItem[]): SampleItems {
  return { items: items.slice(0, maxItems), total: items.length };
}

function readFeedSample(feed: Feed, sample: string): Promise<SampleItems> {
  const raw = { bytes: Buffer.from(sample), charset: 'utf-8', address: feed.url ?? null };
  return readFirstItems(feed, raw, maxItems).catch(rethrowFeedError);
}

/** The first raw items of a feed, and how many it has. Throws FeedError. */
export async function readFirstItems(feed: Feed, raw: RawFeed, maxCount: number): Promise<SampleItems> {
  const items: SampleItem[] = [];
  let total = 0;
  for await (const item of readFeedItems(feed, raw)) {
    total += 1;
    if (items.length < maxCount) items.push({ item });
  }
  return { items, total };
}

export function rethrowFeedError(error: unknown): never {
  throw error instanceof FeedError ? new HttpError(400, error.message) : error;
}

/** As if it had come through the signed webhook. */
async function readMailSample(sample: string, trusted: TrustedSenders, context: MailContext): Promise<SampleItem[]> {
  const mail = await readMail(Buffer.from(sample)).catch((error: unknown) => {
    throw error instanceof NotAMail ? new HttpError(400, error.message) : error;
  });
  if (mail.bounces !== null || mail.isAutoReply) return [];
  return itemsOfMail(mail, whyUntrusted(mail, trusted, true) ?? undefined, context);
}

/** One listing, a list of them, or what the webhook takes. */
function readJsonSample(sample: string): unknown[] {
  const value = parseJson(sample);
  if (Array.isArray(value)) return value;
  const isObject = typeof value === 'object' && value !== null;
  return isObject && 'listings' in value && Array.isArray(value.listings) ? value.listings : [value];
}

function parseJson(sample: string): unknown {
  try {
    return JSON.parse(sample);
  } catch {
    throw new HttpError(400, 'The sample is not valid JSON');
  }
}

function rejectUnknownFeed(id: string): never {
  throw new HttpError(409, `The feed '${id}' is not among the FEEDS of the process that answers`);
}
