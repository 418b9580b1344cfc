import { createCipheriv, createHash, randomBytes } from 'node:crypto';

/** A text under AES-256-GCM, all parts base64; `keyId` tells which key opens it. */
export type Sealed = { keyId: string; iv: string; tag: string; text: string };

/** Seals `text` for one owner: bound to `owner`, it opens in nobody else's place. */
export function seal(key: Buffer, owner: string, text: string): Sealed {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return {
    keyId: createHash('sha256').update('key id').update(key).digest('hex').slice(0, 16),
    iv: iv.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    text: sealed.toString('base64'),
  };
}
