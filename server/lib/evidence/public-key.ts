import { createPublicKey, hash, type KeyObject } from 'node:crypto';

/** The bytes before an Ed25519 key in SubjectPublicKeyInfo (RFC 8410). */
const derPrefix = Buffer.from('302a300506032b6570032100', 'hex');

/** Reads a public key in PEM, or its bytes in base64. Throws where a text is none. */
export function parsePublicKey(text: string): KeyObject {
  if (text.includes('-----BEGIN')) return createPublicKey(text);
  const bytes = Buffer.from(text.trim(), 'base64');
  const der = bytes.length === 32 ? Buffer.concat([derPrefix, bytes]) : bytes;
  return createPublicKey({ key: der, format: 'der', type: 'spki' });
}

/** The first 16 hex digits of the SHA-256 of the public key. */
export function computeKeyId(publicKey: KeyObject): string {
  return hash('sha256', publicKey.export({ type: 'spki', format: 'der' }), 'hex').slice(0, 16);
}
