import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** A text under AES-256-GCM, all parts base64; `keyId` tells which key opens it. */
export type Sealed = { keyId: string; iv: string; tag: string; text: string };

/** Seals `text` for one owner: bound to `owner`, it opens in nobody else's place. */
export function seal(key: Buffer, owner: string, text: string): Sealed {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return {
    keyId: keyIdOf(key),
    iv: iv.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    text: sealed.toString('base64'),
  };
}

/** The same text sealed under another key; null where `from` does not open it. */
export function reseal(sealed: Sealed, owner: string, { from, to }: { from: Buffer; to: Buffer }): Sealed | null {
  const text = unseal(from, owner, sealed);
  return text === null ? null : seal(to, owner, text);
}

/** The text that was sealed for `owner`; null under another key, for another owner, or where it was altered. */
export function unseal(key: Buffer, owner: string, { keyId, iv, tag, text }: Sealed): string | null {
  if (keyId !== keyIdOf(key)) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64'))
    .setAAD(Buffer.from(owner))
    .setAuthTag(Buffer.from(tag, 'base64'));
  try {
    return decipher.update(text, 'base64', 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}

function keyIdOf(key: Buffer): string {
  return createHash('sha256').update('key id').update(key).digest('hex').slice(0, 16);
}
