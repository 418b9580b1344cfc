import { parsePrice } from '#domain/pricing/parse-price.ts';
import type { MailLine } from './html-lines.ts';

/** The header lines that mail programs put above a forwarded mail. */
const headerPattern = /^\**(from|sent|date|subject|to|cc|reply-to):(?:\s|\*|$)/i;

/** The lines of the forwarded mail, without the text above it; all lines if none was forwarded. */
export function unwrapForwarded(lines: MailLine[]): MailLine[] {
  const heads = lines.map(({ text }) => headerPattern.exec(text)?.[1]?.toLowerCase());
  const end = heads.findLastIndex(
    (name, at) => name !== undefined && isHeaderBlock(heads.slice(Math.max(0, at - 6), at + 1)),
  );
  const body = lines.slice(end + 1);
  return end !== -1 && body.some(({ text }) => parsePrice(undefined, text) !== null) ? body : lines;
}

function isHeaderBlock(heads: (string | undefined)[]): boolean {
  const names = heads.slice(heads.lastIndexOf(undefined) + 1);
  return names.includes('from') && new Set(names).size >= 3;
}
