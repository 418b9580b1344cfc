export { type PictureFetcher, PictureGone } from './picture-fetcher.ts';
export { UnreadablePicture } from './picture-format.ts';
export type { Pictures } from './pictures.ts';
