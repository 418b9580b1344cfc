import { type PictureFetcher, PictureGone } from '#server/modules/pictures/index.ts';
import { FeedError } from '../feed-config/feed-error.ts';
import { createWebFetcher, type FetchLimits, type WebFetcher } from './web-fetcher.ts';
import { createRobotsCheck } from './robots.ts';

const limits: FetchLimits = { seconds: 20, bytes: 15_000_000, redirects: 5 };
const headers = { accept: 'image/webp,image/jpeg,image/png,image/gif;q=0.8' };
/** Refusals that may pass. */
const passingStatuses = new Set([408, 425, 429]);

/** Reads pictures with the guards of feeds. */
export function createPictureFetcher(fetching: WebFetcher = createWebFetcher()): PictureFetcher {
  const robots = createRobotsCheck(fetching);
  return {
    fetch: async (address, { allowPrivate, signal }) => {
      const options = { allowPrivate, signal, limits };
      const answer = await fetching.get(new URL(address), { ...options, headers }, (url) => robots(url, options));
      const { status, bytes } = answer;
      if (status === 200) return bytes;
      if (status >= 400 && status < 500 && !passingStatuses.has(status)) throw new PictureGone(status);
      throw new FeedError(`The source answered with status ${status}`);
    },
    close: fetching.close,
  };
}
