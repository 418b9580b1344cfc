import { createCipheriv, createDecipheriv, hash } from 'node:crypto';

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
const head = ivBytes + tagBytes;

/**
 * A text under AES-256-GCM in base64 (iv, tag, ciphertext), bound to the place where it belongs. The iv is drawn from
 * key, place and text, so that the same again is the same box: nothing but that can be told from it.
 */
export function boxed(key: Buffer, place: string, text: string): string {
  const iv = hash('sha256', Buffer.concat([key, Buffer.from(`${place.length}:${place}${text}`)]), 'buffer').subarray(
    0,
    ivBytes,
  );
  const sealing = createCipheriv(cipher, key, iv).setAAD(Buffer.from(place));
  const sealed = sealing.update(text, 'utf8');
  sealing.final();
  return Buffer.concat([iv, sealing.getAuthTag(), sealed]).toString('base64');
}

/** The text of a box; null under another key, at another place, or where it was altered. */
export function unboxed(key: Buffer, place: string, box: string): string | null {
  const bytes = Buffer.from(box, 'base64');
  if (bytes.length < head) return null;
  // The tag that is cut out here is always whole: to ask for its length costs a third more.
  const opening = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes));
  opening.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(ivBytes, head));
  const text = opening.update(bytes.subarray(head));
  try {
    opening.final();
  } catch {
    return null;
  }
  return text.toString('utf8');
}
