import { htmlPieces, type Piece } from '#server/lib/html/pieces.ts';

/**
 * A line of a mail as it is read. `gap` says how much lies between it and the line before: the smaller, the more is
 * over. `links` are those of its words, `pictures` come before them.
 */
export type Line = { text: string; gap: number; links: Link[]; pictures: Picture[] };
export type Link = { href: string; text: string };
type Picture = { source: string; href: string | null };

/** Whoever writes more than this does not mean to be read. */
const most = 3000;
const longestName = 500;

/** The lines of HTML, without what is hidden. */
export function htmlLines(html: string): Line[] {
  const lines: Line[] = [];
  let line = newLine(0);
  const end = (depth: number) => {
    const text = line.text.replaceAll(/[\s\u00A0\u034F\u200B-\u200F\u2060\uFEFF]+/g, ' ').trim();
    const isBlank = text === '' && line.pictures.length === 0;
    if (!isBlank) lines.push({ ...line, text, links: line.links.filter((link) => link.text.trim() !== '') });
    line = isBlank ? { ...line, gap: Math.min(line.gap, depth) } : newLine(depth);
  };
  for (const piece of htmlPieces(html)) {
    if (piece.type === 'break') end(piece.depth);
    else add(line, piece);
  }
  end(0);
  return lines.slice(0, most);
}

function newLine(gap: number): Line {
  return { text: '', gap, links: [], pictures: [] };
}

function add(line: Line, piece: Exclude<Piece, { type: 'break' }>): void {
  const href = webAddress(piece.href ?? '');
  if (piece.type === 'image') {
    line.pictures.push({ source: webAddress(piece.source) ?? '', href });
    return;
  }
  line.text += piece.text;
  const last = line.links.at(-1);
  if (href === null) return;
  if (last?.href === href) last.text += piece.text;
  else line.links.push({ href, text: piece.text });
}

const address = /\bhttps?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]}]/gi;

/** The lines of plain text; the more of them are blank, the more is over. */
export function textLines(text: string): Line[] {
  let blanks = 0;
  const lines: Line[] = [];
  for (const given of text.split(/\r\n|\r|\n/)) {
    const trimmed = unquoted(given).replaceAll(/\s+/g, ' ').trim();
    if (/^[\s\-=_*~#]*$/.test(trimmed)) {
      blanks += trimmed === '' ? 1 : 2;
      continue;
    }
    const hrefs = [...trimmed.matchAll(address)].map(([href]) => href);
    const words = trimmed
      .replaceAll(address, '')
      .replaceAll(/[<([]\s*[>)\]]/g, '')
      .trim();
    // An item of a list begins something.
    const gap = -blanks - (/^(?:\d{1,3}[.)]|[*•-])\s/.test(trimmed) ? 0.5 : 0);
    lines.push({
      text: words,
      gap,
      links: hrefs.map((href) => ({ href, text: words.slice(0, longestName) })),
      pictures: [],
    });
    blanks = 0;
  }
  return lines.slice(0, most);
}

/** Without the marks of a mail that is quoted in another. */
function unquoted(line: string): string {
  return line.replace(/^(?:\s{0,3}>)+/, '');
}

/** As given: what is stripped off a link that counts clicks may be what makes it work. */
function webAddress(given: string): string | null {
  const text = given.trim();
  return /^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text) && text.length <= 2000 ? text : null;
}
