/** Why a file is no picture that can be shown: one sentence. */
export class UnreadablePicture extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UnreadablePicture';
  }
}

const startsWith = (bytes: Buffer, ...signature: number[]) =>
  Buffer.from(signature).equals(bytes.subarray(0, signature.length));
const textAt = (bytes: Buffer, start: number, length: number) => bytes.toString('latin1', start, start + length);
const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);

const heicMessage = 'This is a HEIC picture, which we can’t read. Save it as a JPEG and try again.';
const otherMessage = 'This is not a picture that we can read. Use a JPEG, PNG or WebP file.';

/** Decides by the first bytes alone: neither a name nor a declared type is trusted. Throws UnreadablePicture. */
export function assertKnownFormat(bytes: Buffer): void {
  const isJpeg = startsWith(bytes, 0xff, 0xd8, 0xff);
  const isPng = startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  const isGif = textAt(bytes, 0, 4) === 'GIF8';
  const isWebp = textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WEBP';
  if (isJpeg || isPng || isGif || isWebp) return;
  const brand = textAt(bytes, 4, 4) === 'ftyp' ? textAt(bytes, 8, 4) : '';
  if (brand === 'avif') return;
  throw new UnreadablePicture(heicBrands.has(brand) ? heicMessage : otherMessage);
}
