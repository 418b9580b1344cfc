import { createHmac } from 'node:crypto';
import { isSameSecret } from '#server/lib/network/is-same-secret.ts';
import { createSessionKey } from './session-store.ts';

const maxCachedKeys = 10_000;

/**
 * Reads the keys of sessions from Cookie headers, as express-session signs their ids: `s:<id>.<HMAC-SHA256, base64
 * unpadded>`. Those of valid signatures are cached, as browsers send the same one with every request.
 */
export function createSessionCookieReader({ name, secret }: { name: string; secret: string }) {
  const pattern = new RegExp(`(?:^|;) *${name}=(s(?::|%3[Aa])[^;]+)`);
  const keyByCookie = new Map<string, string>();

  return (header: string | undefined): string | null => {
    const value = pattern.exec(header ?? '')?.[1];
    if (value === undefined) return null;
    const before = keyByCookie.get(value);
    if (before !== undefined) return before;
    const id = verifySignature(value, secret);
    if (id === null) return null;
    if (keyByCookie.size >= maxCachedKeys) keyByCookie.clear();
    const key = createSessionKey(id);
    keyByCookie.set(value, key);
    return key;
  };
}

function verifySignature(value: string, secret: string): string | null {
  const text = decodeCookie(value).slice('s:'.length);
  const id = text.slice(0, text.lastIndexOf('.'));
  const expected = createHmac('sha256', secret).update(id).digest('base64').replace(/=+$/, '');
  return isSameSecret(text.slice(id.length + 1), expected) ? id : null;
}

function decodeCookie(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}
