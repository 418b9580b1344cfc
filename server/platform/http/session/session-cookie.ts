import { createHmac, timingSafeEqual } from 'node:crypto';

const mostKnown = 10_000;

/**
 * Reads session ids out of Cookie headers, as express-session signs them: `s:<id>.<HMAC-SHA256, base64 unpadded>`.
 * Signatures found right are remembered, as browsers send the same one with every request.
 */
export function sessionCookie({ name, secret }: { name: string; secret: string }) {
  const pattern = new RegExp(`(?:^|;) *${name}=(s(?::|%3[Aa])[^;]+)`);
  const known = new Map<string, string>();

  return (header: string | undefined): string | null => {
    const value = pattern.exec(header ?? '')?.[1];
    if (value === undefined) return null;
    const before = known.get(value);
    if (before !== undefined) return before;
    const id = verified(value, secret);
    if (id === null) return null;
    if (known.size >= mostKnown) known.clear();
    known.set(value, id);
    return id;
  };
}

function verified(value: string, secret: string): string | null {
  const text = decoded(value).slice('s:'.length);
  const id = text.slice(0, text.lastIndexOf('.'));
  const given = Buffer.from(text.slice(id.length + 1));
  const wanted = Buffer.from(createHmac('sha256', secret).update(id).digest('base64').replace(/=+$/, ''));
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? id : null;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}
