import { Parser } from 'htmlparser2';

/**
 * The content of a page in order: runs of text and images, each with the address that it links to, and line breaks.
 * `depth` counts the elements around a break: a lower depth is a stronger separation; `element` begins or ends there.
 * Nothing is run or fetched.
 */
export type HtmlPiece =
  | { type: 'text'; text: string; href: string | null }
  | { type: 'image'; source: string; alt: string; href: string | null }
  | { type: 'break'; depth: number; element: string; isStart: boolean };

type Attributes = Record<string, string | undefined>;

const hiddenElements = new Set(['script', 'style', 'head', 'title', 'template', 'noscript', 'object', 'svg', 'select']);
const blockElements =
  /^(?:address|article|aside|blockquote|body|br|center|dd|div|dl|dt|figure|figcaption|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|tbody|td|th|tr|ul)$/;
/** Struck-out words no longer hold: mostly a former price. */
const struckElements = new Set(['s', 'strike', 'del']);
const struckStyle = /(?:^|;)\s*text-decoration(?:-line)?\s*:[^;]*\bline-through\b/i;
const hiddenStyle = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all)/i;
/** Separators: a heading or a rule separates more strongly than a paragraph. */
const separatorElements = /^(?:h[1-6]|hr)$/;
/** Elements without an end tag. */
const voidElements = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/;

/** The pieces of an HTML text; hidden and struck-out elements, and images of one pixel that only count readers, are left out. */
export function splitHtml(html: string): HtmlPiece[] {
  const pieces: HtmlPiece[] = [];
  const hrefs: string[] = [];
  let depth = 0;
  let hiddenSince: number | null = null;
  const href = () => hrefs.at(-1) ?? null;

  const open = (name: string, attributes: Attributes) => {
    if (!voidElements.test(name)) depth += 1;
    if (hiddenSince !== null) return;
    if (isHidden(name, attributes)) {
      if (!voidElements.test(name)) hiddenSince = depth;
      return;
    }
    if (blockElements.test(name))
      pieces.push({ type: 'break', depth: getBreakDepth(name, depth), element: name, isStart: true });
    if (name === 'a') hrefs.push(getAttribute(attributes, 'href'));
    if (name === 'img' && !isTiny(attributes)) {
      pieces.push({
        type: 'image',
        source: getImageSource(attributes),
        alt: getAttribute(attributes, 'alt'),
        href: href(),
      });
    }
  };
  const close = (name: string) => {
    if (hiddenSince === null) {
      if (name === 'a') hrefs.pop();
      if (blockElements.test(name)) pieces.push({ type: 'break', depth: depth - 1, element: name, isStart: false });
    }
    if (hiddenSince === depth) hiddenSince = null;
    if (!voidElements.test(name)) depth -= 1;
  };

  const parser = new Parser({
    onopentag: open,
    onclosetag: close,
    ontext: (text) => {
      if (hiddenSince === null) pieces.push({ type: 'text', text, href: href() });
    },
  });
  parser.end(html);
  return pieces;
}

function getBreakDepth(name: string, depth: number): number {
  const around = voidElements.test(name) ? depth : depth - 1;
  return separatorElements.test(name) ? around - 0.5 : around;
}

function isHidden(name: string, attributes: Attributes): boolean {
  const { style = '' } = attributes;
  const isStruck = struckElements.has(name) || struckStyle.test(style);
  return isStruck || hiddenElements.has(name) || attributes['hidden'] !== undefined || hiddenStyle.test(style);
}

function isTiny({ width = '', height = '' }: Attributes): boolean {
  return [width, height].some((size) => /^\s*[01](?:px)?\s*$/.test(size));
}

function getAttribute(attributes: Attributes, name: string): string {
  return (attributes[name] ?? '').trim();
}

/** Lazy-loaded images have their address in another attribute. */
function getImageSource(attributes: Attributes): string {
  const source = getAttribute(attributes, 'src');
  return source.startsWith('data:') || source === '' ? getAttribute(attributes, 'data-src') : source;
}
