/** A site has no such picture, so that another try cannot succeed. */
export class PictureGone extends Error {
  constructor(status: number) {
    super(`The source answered with status ${status}`);
    this.name = 'PictureGone';
  }
}
