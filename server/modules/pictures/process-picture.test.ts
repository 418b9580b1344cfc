import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { processPicture } from './process-picture.ts';
import { createPng } from './testing/sample-pictures.ts';

const photo = () => sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#3366cc' } });
const box = (type: string) => Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${type}`), Buffer.alloc(40)]);

describe('a picture', () => {
  it('A picture is kept in two sizes: a small JPEG and a large WebP', async () => {
    const { small, large } = await processPicture(await photo().jpeg().toBuffer());
    expect(await sharp(small).metadata()).toMatchObject({ format: 'jpeg', width: 480, height: 360 });
    expect(await sharp(large).metadata()).toMatchObject({ format: 'webp', width: 1280, height: 960 });
  });

  it('A picture loses its metadata, and is turned as its camera says', async () => {
    const tagged = await photo()
      .withExif({ IFD0: { Copyright: 'Ann Heir' }, IFD3: { GPSLatitude: '42/1 21/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    for (const file of Object.values(await processPicture(tagged))) {
      const { exif, icc, xmp, width, height } = await sharp(file).metadata();
      expect([exif, icc, xmp, width < height]).toEqual([undefined, undefined, undefined, true]);
    }
  });

  it.each(['png', 'webp', 'gif'] as const)('A picture may be a %s file', async (format) => {
    const { small } = await processPicture(await photo().toFormat(format).toBuffer());
    expect((await sharp(small).metadata()).width).toBe(480);
  });

  it('A picture that is smaller than both sizes is not enlarged', async () => {
    const { large } = await processPicture(createPng(40, 30));
    expect(await sharp(large).metadata()).toMatchObject({ width: 40, height: 30 });
  });
});

describe('a hostile picture', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><rect width="9" height="9"/></svg>';

  it.each([
    ['a drawing with a script', Buffer.from(svg), 'This is not a picture that we can read'],
    ['a drawing that begins as a GIF does', Buffer.from(`GIF89a${svg}`), 'damaged or incomplete'],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'not a picture'],
    ['nothing', Buffer.alloc(0), 'not a picture'],
    ['a HEIC file', box('heic'), 'This is a HEIC picture, which we can’t read. Save it as a JPEG and try again.'],
    ['a file that only begins as an AVIF does', box('avif'), 'damaged or incomplete'],
    ['one that claims too many pixels', createPng(20_000, 20_000, { rows: 1 }), 'at most 64 megapixels'],
    ['one that is a line', createPng(1, 40_000), 'at most 30,000 pixels in width and height'],
    ['one that lacks most of its rows', createPng(900, 900, { rows: 3 }), 'damaged or incomplete'],
  ])('A hostile picture is refused with a sentence: %s', async (_name, bytes, sentence) => {
    await expect(processPicture(bytes)).rejects.toThrow(sentence);
  });

  it('A hostile picture is refused where it ends in the middle', async () => {
    const whole = await photo().jpeg().toBuffer();
    await expect(processPicture(whole.subarray(0, whole.length / 2))).rejects.toThrow('damaged or incomplete');
  });
});
