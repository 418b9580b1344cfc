import type { PictureFetcher } from '#server/modules/pictures/index.ts';

/** What it needs is loaded with the first picture. */
export async function openPictureFetcher(): Promise<PictureFetcher> {
  const { createPictureFetcher } = await import('./picture-fetcher.ts');
  return createPictureFetcher();
}
