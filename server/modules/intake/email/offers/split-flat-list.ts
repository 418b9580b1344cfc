import type { MailLine } from './html-lines.ts';
import { isTitle } from './offer-titles.ts';

/**
 * Where the offers of a run of lines without breaks begin, and where the last one ends. Each has one of the priced
 * lines; the positions of the links, and whether they are titles, show what precedes and follows it.
 */
export function findFlatBoundaries(lines: MailLine[], priced: number[]): number[] {
  const [first = 0] = priced;
  const last = priced.at(-1) ?? 0;
  const isNamed = lines.some((line) => hasTitleLink(line));
  const earlierHrefs = new Set(lines.slice(0, last + 1).flatMap((line) => listHrefs(line)));
  const isBehind = isNamed
    ? !lines.slice(0, first + 1).some((line) => hasTitleLink(line))
    : lines.slice(last + 1).some((line) => listHrefs(line).some((href) => !earlierHrefs.has(href)));
  const begins = isBehind ? (isNamed ? findStartAtPrice : findStartAfterLink) : findStartAtLink;
  const inner = priced.slice(1).map((next, n) => begins(lines, priced[n] ?? 0, next));
  const head = Math.min(...inner.map((at, n) => (priced[n + 1] ?? 0) - at));
  const tail = Math.max(...inner.map((at, n) => at - (priced[n] ?? 0)));
  return [Math.max(0, first - head), ...inner, Math.min(lines.length, last + tail)];
}

export function listHrefs(line: MailLine | undefined): string[] {
  const pictures = line?.pictures.flatMap(({ href }) => (href === null ? [] : [href])) ?? [];
  return [...(line?.links.map(({ href }) => href) ?? []), ...pictures];
}

const hasTitleLink = ({ links }: MailLine) => links.some(({ text }) => isTitle(text));

/** Price, then title: an offer begins with its price, or with a picture before it. */
function findStartAtPrice(lines: MailLine[], price: number, next: number): number {
  const titleHrefs = new Set(
    lines
      .slice(price, next)
      .find((line) => hasTitleLink(line))
      ?.links.map(({ href }) => href),
  );
  const pictured = lines.findIndex(
    (line, at) => at > price && at < next && isPicture(line) && !listHrefs(line).some((href) => titleHrefs.has(href)),
  );
  return pictured === -1 ? next : pictured;
}

/** Title or link, then price: an offer begins with the title or link, or with its picture. */
function findStartAtLink(lines: MailLine[], price: number, next: number): number {
  const hasNames = lines.slice(price + 1, next + 1).some((line) => hasTitleLink(line));
  const lastHrefs = new Set(listHrefs(lines.slice(0, price + 1).findLast((line) => listHrefs(line).length > 0)));
  const at = lines.findIndex((line, index) => {
    if (index <= price || index > next) return false;
    const isOther = listHrefs(line).some((href) => !lastHrefs.has(href));
    return isOther && (!hasNames || hasTitleLink(line) || isPicture(line));
  });
  return at === -1 ? next : at;
}

/** The link is the last line of an offer. */
function findStartAfterLink(lines: MailLine[], price: number, next: number): number {
  const linked = lines.findIndex((line, at) => at > price && at < next && listHrefs(line).length > 0);
  if (linked === -1) return next;
  const own = new Set(listHrefs(lines[linked]));
  const over = lines.findIndex(
    (line, at) => at > linked && at <= next && !listHrefs(line).some((href) => own.has(href)),
  );
  return over === -1 ? next : over;
}

function isPicture({ text, pictures }: MailLine): boolean {
  return pictures.length > 0 && !isTitle(text);
}
