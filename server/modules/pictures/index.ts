export { type PictureFetcher, PictureGone } from './picture-fetcher.ts';
export { UnreadablePicture } from './picture-format.ts';
export { sendPicture } from './routes.ts';
export { savedListingsId } from './saved-pictures.ts';
export type { Pictures } from './pictures.ts';
