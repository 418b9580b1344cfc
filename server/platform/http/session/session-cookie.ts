import { createHmac, timingSafeEqual } from 'node:crypto';

const maxCachedIds = 10_000;

/**
 * Reads session ids from Cookie headers, as express-session signs them: `s:<id>.<HMAC-SHA256, base64 unpadded>`. Valid
 * signatures are cached, as browsers send the same one with every request.
 */
export function createSessionCookieReader({ name, secret }: { name: string; secret: string }) {
  const pattern = new RegExp(`(?:^|;) *${name}=(s(?::|%3[Aa])[^;]+)`);
  const verifiedIds = new Map<string, string>();

  return (header: string | undefined): string | null => {
    const value = pattern.exec(header ?? '')?.[1];
    if (value === undefined) return null;
    const before = verifiedIds.get(value);
    if (before !== undefined) return before;
    const id = verifySignature(value, secret);
    if (id === null) return null;
    if (verifiedIds.size >= maxCachedIds) verifiedIds.clear();
    verifiedIds.set(value, id);
    return id;
  };
}

function verifySignature(value: string, secret: string): string | null {
  const text = decodeCookie(value).slice('s:'.length);
  const id = text.slice(0, text.lastIndexOf('.'));
  const actual = Buffer.from(text.slice(id.length + 1));
  const expected = Buffer.from(createHmac('sha256', secret).update(id).digest('base64').replace(/=+$/, ''));
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? id : null;
}

function decodeCookie(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}
