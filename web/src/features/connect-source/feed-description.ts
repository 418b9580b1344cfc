import { type FeedDryRun, feedDryRun } from '#domain/source/contract.ts';
import type { FeedDescription, FeedKind } from '#domain/source/feed-description.contract.ts';

export const formatNames: Record<FeedKind, string> = {
  csv: 'CSV',
  json: 'JSON',
  feed: 'A feed (RSS, Atom or JSON Feed)',
};

/** What of a feed its content decides. */
export type FeedContent = Pick<FeedDescription, 'url' | 'kind' | 'delimiter' | 'items' | 'mapping'>;

/** Null for anything but an object. */
export function parseMappingText(text: string): FeedDryRun['mapping'] | null {
  try {
    return feedDryRun.shape.mapping.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
