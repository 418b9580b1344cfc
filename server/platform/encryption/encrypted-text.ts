import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** A text encrypted with AES-256-GCM, all parts base64; `keyId` identifies the key. */
export type EncryptedText = { keyId: string; iv: string; tag: string; text: string };

/** Encrypts `text` for one owner: bound to `owner`, it does not decrypt for another owner. */
export function encryptText(key: Buffer, owner: string, text: string): EncryptedText {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return {
    keyId: computeKeyId(key),
    iv: iv.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    text: encrypted.toString('base64'),
  };
}

/** The same text encrypted with another key; null where `from` does not decrypt it. */
export function reencryptText(
  encrypted: EncryptedText,
  owner: string,
  { from, to }: { from: Buffer; to: Buffer },
): EncryptedText | null {
  const text = decryptText(from, owner, encrypted);
  return text === null ? null : encryptText(to, owner, text);
}

/** The plaintext for `owner`; null with another key, for another owner, or where it was altered. */
export function decryptText(key: Buffer, owner: string, { keyId, iv, tag, text }: EncryptedText): string | null {
  if (keyId !== computeKeyId(key)) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64'))
    .setAAD(Buffer.from(owner))
    .setAuthTag(Buffer.from(tag, 'base64'));
  try {
    return decipher.update(text, 'base64', 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}

function computeKeyId(key: Buffer): string {
  return createHash('sha256').update('key id').update(key).digest('hex').slice(0, 16);
}
