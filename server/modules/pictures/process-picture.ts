import PQueue from 'p-queue';
import type { PictureSize } from '#domain/picture/contract.ts';
import { assertKnownFormat, UnreadablePicture } from './picture-format.ts';

/** As many as the largest phone cameras take; a small file can claim far more. */
const maxPixels = 64_000_000;
/** In pixels: longer ones take minutes, and no camera makes them. */
const maxSide = 30_000;
const maxSeconds = 15;
/** Each takes the memory of its pixels while it is decoded. */
const concurrency = 2;

export type PictureFiles = Record<PictureSize, Buffer>;
export const pictureTypes: Record<PictureSize, string> = { small: 'image/jpeg', large: 'image/webp' };
const smallSide = 480;
const largeSide = 1280;

/** The small one is a JPEG, which mail programs show; neither has metadata such as the place where it was taken. */
export async function processPicture(bytes: Buffer): Promise<PictureFiles> {
  assertKnownFormat(bytes);
  const sharp = await (loading ??= loadSharp());
  const decode = (side: number) =>
    sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true })
      .timeout({ seconds: maxSeconds })
      .autoOrient()
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' });
  return queue.add(async () => {
    try {
      const { width, height } = await sharp(bytes, { limitInputPixels: maxPixels }).metadata();
      if (Math.max(width, height) > maxSide) throw new UnreadablePicture(sideMessage);
      const large = await decode(largeSide).webp({ quality: 76 }).toBuffer();
      const small = await decode(smallSide).jpeg({ quality: 74, mozjpeg: true }).toBuffer();
      return { small, large };
    } catch (error) {
      throw explainFailure(error);
    }
  });
}

const queue = new PQueue({ concurrency });
let loading: ReturnType<typeof loadSharp> | null = null;

/** Loaded with the first picture. Of its decoders only those of the known formats can run: none of vector graphics. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  const decoders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: decoders });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

const sideMessage = `The picture is too large. Use one of at most ${maxSide.toLocaleString('en-US')} pixels in width and height.`;

function explainFailure(cause: unknown): UnreadablePicture {
  if (cause instanceof UnreadablePicture) return cause;
  const text = cause instanceof Error ? cause.message : '';
  if (/pixel limit/i.test(text))
    return new UnreadablePicture(`The picture is too large. Use one of at most ${maxPixels / 1_000_000} megapixels.`, {
      cause,
    });
  if (/timeout/i.test(text))
    return new UnreadablePicture('The picture takes too long to read. Use a smaller one.', { cause });
  return new UnreadablePicture('The picture is damaged or incomplete. Try another file.', { cause });
}
