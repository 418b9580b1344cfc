import { readPrice } from '#domain/scout/price.ts';
import type { Line } from './lines.ts';
import { isTitle } from './titles.ts';

/** The lines of a mail about one offer. `price` is the line that tells one. */
export type Card = { lines: Line[]; price: string | null };

/**
 * Cuts a mail into its offers: each has a price, and the cut between two prices is where most is over, or else where
 * another link begins. What has no link belongs to the neighbour that is nearer.
 */
export function cardsIn(lines: Line[]): Card[] {
  const priced = lines.flatMap((line, index) => (readPrice(undefined, line.text) === null ? [] : [index]));
  const [first] = priced;
  if (first === undefined || priced.length < 2) return [cardOf(lines)];
  const cuts = priced.slice(1).flatMap((next, n) => cutsBetween(lines, priced[n] ?? 0, next));
  const widest = Math.max(...cuts.map(({ gap }) => gap));
  const begin = beginningOf(lines, first, widest);
  const end = endOf(lines, priced.at(-1) ?? 0, { gap: widest, isFlat: cuts.every(({ isFlat }) => isFlat) });
  const edges = [begin, ...cuts.map(({ at }) => at), end];
  const parts = edges.slice(1).map((edge, n) => lines.slice(edges[n], edge));
  return joined(parts).map((part) => cardOf(part));
}

type Cut = { at: number; gap: number; isFlat: boolean };

/** Where most is over between two prices, once or several times; where all is alike, where another link begins. */
function cutsBetween(lines: Line[], price: number, next: number): Cut[] {
  const gaps = lines.slice(price + 1, next + 1).map(({ gap }) => gap);
  const least = Math.min(...gaps);
  const isFlat = gaps.every((gap) => gap === least);
  const between = gaps.map((gap, n) => ({ at: price + 1 + n, gap, isFlat }));
  if (!isFlat) return between.filter(({ gap }) => gap === least);
  const here = linksBefore(lines, price);
  const known = here.size === 0 ? nextLinks(lines, price, next) : here;
  const other = between.find(({ at }) => hrefsOf(lines[at]).some((href) => !known.has(href)));
  return [{ at: other?.at ?? next, gap: least, isFlat }];
}

function hrefsOf(line: Line | undefined): string[] {
  const pictures = line?.pictures.flatMap(({ href }) => (href === null ? [] : [href])) ?? [];
  return [...(line?.links.map(({ href }) => href) ?? []), ...pictures];
}

/** Links of the price's own line, or of the nearest line before that has any. */
function linksBefore(lines: Line[], price: number): Set<string> {
  const line = lines.slice(0, price + 1).findLast((one) => hrefsOf(one).length > 0 || isPriced(one, lines[price]));
  return new Set(line === undefined || isPriced(line, lines[price]) ? [] : hrefsOf(line));
}

function isPriced(line: Line, but: Line | undefined): boolean {
  return line !== but && readPrice(undefined, line.text) !== null;
}

function nextLinks(lines: Line[], price: number, next: number): Set<string> {
  return new Set(hrefsOf(lines.slice(price, next).find((line) => hrefsOf(line).length > 0)));
}

/** The first offer begins where as much is over as between two, or with the link nearest to its price. */
function beginningOf(lines: Line[], price: number, widest: number): number {
  const linked = lines.slice(0, price + 1).findLastIndex((line) => hrefsOf(line).length > 0);
  const deeper = lines.slice(0, price + 1).findLastIndex(({ gap }) => gap <= widest);
  if (deeper >= 0 && (deeper < price || linked === price)) return deeper;
  if (linked === -1) return price;
  const own = new Set(hrefsOf(lines[linked]));
  return lines.slice(0, linked + 1).findIndex((line) => hrefsOf(line).some((href) => own.has(href)));
}

function endOf(lines: Line[], price: number, { gap: widest, isFlat }: { gap: number; isFlat: boolean }): number {
  const own = linksBefore(lines, price);
  if (own.size === 0) return lines.length;
  const over = lines.findIndex((line, index) => {
    if (index <= price || line.gap > widest) return false;
    return line.gap < widest || !isFlat || hrefsOf(line).some((href) => !own.has(href));
  });
  return over === -1 ? lines.length : over;
}

/** What has no link of its own is no offer of its own, and belongs to the neighbour that is nearer. */
function joined(parts: Line[][]): Line[][] {
  const isOwn = ownLink(parts);
  const done: Line[][] = [];
  let waiting: Line[] = [];
  for (const [index, part] of parts.entries()) {
    const whole = [...waiting, ...part];
    const before = done.at(-1);
    waiting = [];
    if (isOwn(whole)) done.push(whole);
    else if (before && gapOf(whole) >= gapOf(parts[index + 1])) before.push(...whole);
    else waiting = whole;
  }
  return waiting.length > 0 ? [...done, waiting] : done;
}

function gapOf(part: Line[] | undefined): number {
  return part?.[0]?.gap ?? Number.NEGATIVE_INFINITY;
}

/** Where names are links, other links do not count. */
function ownLink(parts: Line[][]): (part: Line[]) => boolean {
  const isNamed = (part: Line[]) => part.some(({ links }) => links.some(({ text }) => isTitle(text)));
  return parts.some(isNamed) ? isNamed : (part) => part.some((line) => hrefsOf(line).length > 0);
}

function cardOf(lines: Line[]): Card {
  return { lines, price: lines.find(({ text }) => readPrice(undefined, text) !== null)?.text ?? null };
}
