import { hkdfSync } from 'node:crypto';

/** A key of 32 bytes for one purpose, derived from the master key (base64), so that no two uses share a key. */
export function deriveKey(master: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', Buffer.from(master, 'base64'), '', `off-market-scout ${purpose}`, 32));
}
