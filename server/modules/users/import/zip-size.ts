import { inflateRawSync } from 'node:zlib';

const endOfDirectorySignature = Buffer.from('PK\u0005\u0006', 'latin1');
const entrySignature = 0x02_01_4b_50;
const deflateMethod = 8;

/**
 * Unpacks a zip up to `most` bytes to check that it stays below, because the size that it declares may be false. Throws
 * RangeError for a larger one, or one whose directory points outside it.
 */
export function assertZipSize(zip: Buffer, maxBytes: number): void {
  const end = zip.lastIndexOf(endOfDirectorySignature);
  let at = zip.readUInt32LE(end + 16);
  let left = maxBytes;
  for (let entries = zip.readUInt16LE(end + 10); entries > 0; entries -= 1) {
    if (zip.readUInt32LE(at) !== entrySignature) throw new RangeError('The list of files is broken');
    const local = zip.readUInt32LE(at + 42);
    const declaredSize = Math.max(zip.readUInt32LE(at + 24), zip.readUInt32LE(local + 22));
    left -= Math.max(declaredSize, measureUnpacked(zip, at, local, left));
    if (left < 0) throw new RangeError('The zip is too large');
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
}

function measureUnpacked(zip: Buffer, at: number, local: number, left: number): number {
  if (zip.readUInt16LE(at + 10) !== deflateMethod && zip.readUInt16LE(local + 8) !== deflateMethod) return 0;
  const data = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  return inflateRawSync(zip.subarray(data), { maxOutputLength: Math.max(1, left) }).length;
}
