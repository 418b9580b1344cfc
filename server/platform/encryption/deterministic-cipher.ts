import { createCipheriv, createDecipheriv } from 'node:crypto';
import { sha256 } from '#server/lib/sha256.ts';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
const headerBytes = ivBytes + tagBytes;

/**
 * Encrypts a text with AES-256-GCM in base64 (iv, tag, ciphertext), bound to its place. The iv is derived from key,
 * place and text, so that equal input gives the same ciphertext; the ciphertext reveals nothing but that equality.
 */
export function encrypt(key: Buffer, aad: string, text: string): string {
  const iv = sha256(Buffer.concat([key, Buffer.from(`${aad.length}:${aad}${text}`)])).subarray(0, ivBytes);
  const encryptor = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(aad));
  const ciphertext = encryptor.update(text, 'utf8');
  encryptor.final();
  return Buffer.concat([iv, encryptor.getAuthTag(), ciphertext]).toString('base64');
}

/** The plaintext; null with another key, at another place, or where the ciphertext was altered. */
export function decrypt(key: Buffer, aad: string, encrypted: string): string | null {
  const bytes = Buffer.from(encrypted, 'base64');
  if (bytes.length < headerBytes) return null;
  // The tag that is cut out here always has its full length; a check of its length would cost a third more time.
  const decryptor = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes));
  decryptor.setAAD(Buffer.from(aad)).setAuthTag(bytes.subarray(ivBytes, headerBytes));
  const text = decryptor.update(bytes.subarray(headerBytes));
  try {
    decryptor.final();
  } catch {
    return null;
  }
  return text.toString('utf8');
}
