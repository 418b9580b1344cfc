/** Reads pictures from the web, within limits. */
export type PictureFetcher = {
  /** Throws PictureGone where another try cannot succeed. */
  fetch: (address: string, options: { allowPrivate: boolean; signal: AbortSignal }) => Promise<Buffer>;
  close: () => Promise<void>;
};

/** A site has no such picture. */
export class PictureGone extends Error {
  constructor(status: number) {
    super(`The source answered with status ${status}`);
    this.name = 'PictureGone';
  }
}
