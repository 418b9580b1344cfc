import { detectType } from '#domain/classification/classify.ts';
import { parsePrice } from '#domain/pricing/parse-price.ts';
import { findFlatBoundaries, listHrefs } from './split-flat-list.ts';
import type { MailLine } from './html-lines.ts';
import { isName, isTitle } from './offer-titles.ts';

/** The lines of a mail about one offer. `price` is the line with its price. */
export type OfferBlock = { lines: MailLine[]; price: string | null };

/** The maximum number of offers taken from a mail; the rest is not split. */
export const maxOfferBlocks = 120;

/**
 * Splits a mail into its offers: each has a price, and the split between two prices is at the largest break, or else
 * where the links show it. Lines without a link belong to the nearest neighbor.
 */
export function splitOffers(lines: MailLine[]): OfferBlock[] {
  const priced = lines.flatMap((line, index) => (hasPrice(line) ? [index] : [])).slice(0, maxOfferBlocks);
  if (priced.length < 2) return [toOfferBlock(lines)];
  const gaps = priced.slice(1).map((next, n) => lines.slice((priced[n] ?? 0) + 1, next + 1).map(({ gap }) => gap));
  const isFlat = gaps.every((between) => new Set(between).size === 1) && new Set(gaps.flat()).size === 1;
  const edges = isFlat ? findFlatBoundaries(lines, priced) : findDeepBoundaries(lines, priced);
  const lineGroups = edges.slice(1).map((edge, n) => lines.slice(edges[n], edge));
  return isListWithoutLinks(lineGroups) ? lineGroups.map((part) => toOfferBlock(part)) : joinParts(lineGroups);
}

/**
 * The largest break between two prices, once or several times, and an equal one before the first and after the last.
 */
export function findDeepBoundaries(lines: MailLine[], priced: number[]): number[] {
  const cuts = priced.slice(1).flatMap((next, n) => {
    const between = lines
      .slice((priced[n] ?? 0) + 1, next + 1)
      .map(({ gap }, at) => ({ gap, at: (priced[n] ?? 0) + 1 + at }));
    const least = Math.min(...between.map(({ gap }) => gap));
    const widest = between.filter(({ gap }) => gap === least);
    return widest.length === between.length ? widest.slice(-1) : widest;
  });
  const widest = Math.min(...cuts.map(({ gap }) => gap));
  const [first = 0] = priced;
  const last = priced.at(-1) ?? 0;
  const begin = lines.slice(0, first + 1).findLastIndex(({ gap }) => gap <= widest);
  const end = lines.findIndex(({ gap }, index) => index > last && gap <= widest);
  return [Math.max(0, begin), ...cuts.map(({ at }) => at), end === -1 ? lines.length : end];
}

/** A block without its own link is not an offer, and belongs to the nearest neighbor. */
function joinParts(lineGroups: MailLine[][]): OfferBlock[] {
  const isOwn = createOwnLinkCheck(lineGroups);
  const done: OfferBlock[] = [];
  let waiting: MailLine[] = [];
  for (const [index, part] of lineGroups.entries()) {
    const whole = [...waiting, ...part];
    // The prices of an introduction are of other things.
    const priced = waiting.some((line) => listHrefs(line).length > 0) ? whole : part;
    const before = done.at(-1);
    waiting = [];
    if (isOwn(whole)) done.push({ lines: whole, price: findPriceLine(priced) ?? findPriceLine(whole) });
    else if (before && getGap(whole) >= getGap(lineGroups[index + 1])) before.lines.push(...whole);
    else waiting = whole;
  }
  return waiting.length > 0 ? [...done, toOfferBlock(waiting)] : done;
}

function getGap(part: MailLine[] | undefined): number {
  return part?.[0]?.gap ?? Number.NEGATIVE_INFINITY;
}

/** Where link texts are titles, other links do not count; next to a price one word is enough for a title. */
function createOwnLinkCheck(lineGroups: MailLine[][]): (part: MailLine[]) => boolean {
  const links = (part: MailLine[]) => part.flatMap((line) => line.links);
  const isTitled = (part: MailLine[]) => links(part).some(({ text }) => isTitle(text));
  const isNamed = (part: MailLine[]) => part.some(hasPrice) && links(part).some(({ text }) => isName(text));
  return lineGroups.some(isTitled)
    ? (part) => isTitled(part) || isNamed(part)
    : (part) => part.some((line) => listHrefs(line).length > 0);
}

export function toOfferBlock(lines: MailLine[]): OfferBlock {
  return { lines, price: findPriceLine(lines) };
}

/** The line with the price that the whole text states most clearly. */
export function findPriceLine(lines: MailLine[]): string | null {
  const priced = lines.filter((line) => hasPrice(line));
  if (priced.length < 2) return priced[0]?.text ?? null;
  const best = parsePrice(undefined, `\n${priced.map(({ text }) => text).join('\n')}`);
  return (priced.find(({ text }) => parsePrice(undefined, text)?.price === best?.price) ?? priced[0])?.text ?? null;
}

const listMark = /^(?:\d{1,3}[.)]|[*•-])\s/;

/** Items of a list, each with its price, in a mail that has no link to any of them. */
function isListWithoutLinks(lineGroups: MailLine[][]): boolean {
  return lineGroups.every(
    (part) =>
      part.every((line) => listHrefs(line).length === 0) &&
      part.some((line) => hasPrice(line)) &&
      detectType({ title: '', details: part.map(({ text }) => text).join('\n'), price: null }) !== null &&
      (part.some(({ cell }) => cell !== undefined) || listMark.test(part[0]?.text ?? '')),
  );
}

function hasPrice({ text }: MailLine): boolean {
  return parsePrice(undefined, text) !== null;
}
