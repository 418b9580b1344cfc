import { builtInSources } from '#domain/listing/built-in-sources.ts';
import { findListing } from '#projections/listings.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import type { ChannelAdapter } from '#server/platform/outbox/channel-adapter.ts';
import { type PictureFetcher, PictureGone } from './picture-fetcher.ts';
import { UnreadablePicture } from './picture-format.ts';
import type { Pictures } from './pictures.ts';

export const pictureChannel = 'picture';
export type PictureContent = { listingId: string };
/** A listing that lacks its picture; '' where it has uploads instead of an address. */
type MissingPicture = { listingId: string; address: string; allowPrivate: boolean };

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
/** The view of listings may be a moment behind the log. */
const viewDelayMs = 250;
const hourMs = 60 * minuteMs;
const defaultBackoffMs = [10 * secondMs, minuteMs, 10 * minuteMs, hourMs, 6 * hourMs];

export type PictureAdapterDeps = Pick<Platform, 'views' | 'clock'> & {
  pictures: Pick<Pictures, 'listOf' | 'show' | 'add'>;
  openFetcher: () => Promise<PictureFetcher>;
  /** Whether pictures of a source may come from private addresses. */
  allowsPrivate: (source: string) => boolean;
  backoffMs?: readonly number[];
};

/** Gets the picture of each listing, in its own time. What cannot be had is left out without a dead letter. */
export function createPictureAdapter(deps: PictureAdapterDeps): ChannelAdapter<PictureContent, MissingPicture> {
  const { views, pictures, clock, allowsPrivate, backoffMs = defaultBackoffMs } = deps;
  let opening: Promise<PictureFetcher> | null = null;

  return {
    channel: pictureChannel,
    concurrency: 4,
    ttlMs: 48 * hourMs,
    backoffMs,
    render: async ({ content: { listingId } }) => {
      const listing = await findListing(views, listingId);
      if (listing === null) return { notBefore: clock().getTime() + viewDelayMs };
      if (listing.id !== listingId || listing.status !== 'found') return null;
      const { source, imageUrl: address } = listing;
      if (address === '' && source !== builtInSources.sell) return null;
      return { listingId, address, allowPrivate: allowsPrivate(source) };
    },
    send: async ({ listingId, address, allowPrivate }, signal) => {
      const listingPictures = await pictures.listOf(listingId);
      const uploaded = listingPictures.filter(({ use }) => use === 'uploaded').toSorted((a, b) => a.keptAt - b.keptAt);
      if (uploaded.length > 0)
        await pictures.show(
          listingId,
          uploaded.map(({ id }) => id),
        );
      if (uploaded.length > 0 || address === '') return;
      const fetcher = await (opening ??= deps.openFetcher());
      const bytes = await fetcher.fetch(address, { allowPrivate, signal });
      const { id } = await pictures.add(bytes, { use: 'fetched', listingId });
      await pictures.show(listingId, [id]);
    },
    classifyFailure: (error, { attempts }) => {
      const reason = error instanceof Error ? error.message : 'Unknown failure';
      const isFinal = error instanceof UnreadablePicture || error instanceof PictureGone;
      return isFinal || attempts >= backoffMs.length ? { kind: 'gone' } : { kind: 'retry', reason };
    },
    close: async () => {
      await (await opening?.catch(() => null))?.close();
    },
  };
}
