import { type OfferBlock, toOfferBlock, findDeepBoundaries, maxOfferBlocks } from './split-offers.ts';
import { listHrefs } from './split-flat-list.ts';
import type { MailLine } from './html-lines.ts';
import { isName, isPropertyName } from './offer-titles.ts';

/** About many properties at once, or about the search for them. */
const aboutManyPattern =
  /\b(?:similar|nearby|recommended|related|browse|search|listings?|results|guide|tips|mortgage|loans?|rates|blog|news|(?:homes|houses|properties|condos|lots|apartments|land) (?:for sale|in|near|under|around|you))\b/i;

/**
 * How a mail without prices may be split into offers: each has its own link, which is its title, or else its last line.
 */
export function splitUnpriced(all: MailLine[]): OfferBlock[][] {
  const lines = all.filter(({ links }) => !links.some(({ text }) => aboutManyPattern.test(text)));
  const linked = findFirstLinks(lines).slice(0, maxOfferBlocks);
  const named = linked.filter((index) => lines[index]?.links.some(({ text }) => isPropertyName(text)));
  const bare = linked.filter((index) => !lines[index]?.links.some(({ text }) => isName(text)));
  const alike = findAlikeLinks(lines, linked);
  return [cutAtLinks(lines, named, false), cutAtLinks(lines, alike, false), cutAtLinks(lines, bare, true)];
}

/** The lines with a link that no earlier line has. */
function findFirstLinks(lines: MailLine[]): number[] {
  const earlierHrefs = new Set<string>();
  return lines.flatMap((line, index) => {
    const own = line.links.map(({ href }) => href).filter((href) => !earlierHrefs.has(href));
    for (const href of listHrefs(line)) earlierHrefs.add(href);
    return own.length > 0 ? [index] : [];
  });
}

/** Lines whose links have a name, and addresses that differ in numbers only: pages of the same kind. */
function findAlikeLinks(lines: MailLine[], linked: number[]): number[] {
  const shapeOf = (index: number) => lines[index]?.links.find(({ text }) => isName(text))?.href.replaceAll(/\d+/g, '0');
  const byShape = Map.groupBy(linked, shapeOf);
  byShape.delete(undefined);
  return [...byShape.values()].toSorted((a, b) => b.length - a.length)[0] ?? [];
}

/** Between two links at the largest break; if all breaks are equal, before each link or `behind` it. */
function cutAtLinks(lines: MailLine[], links: number[], behind: boolean): OfferBlock[] {
  if (links.length < 2) return [];
  const between = lines.slice((links[0] ?? 0) + 1, (links.at(-1) ?? 0) + 1);
  const isEven = new Set(between.map(({ gap }) => gap)).size === 1;
  const edges = isEven ? findEvenBoundaries(lines, links, behind) : findDeepBoundaries(lines, links);
  return edges.slice(1).map((edge, n) => toOfferBlock(lines.slice(edges[n], edge)));
}

/** The first or the last offer is no longer than the longest of the others. */
function findEvenBoundaries(lines: MailLine[], links: number[], behind: boolean): number[] {
  const longest = Math.max(...links.slice(1).map((next, n) => next - (links[n] ?? 0)));
  const [first = 0] = links;
  return behind
    ? [Math.max(0, first + 1 - longest), ...links.map((index) => index + 1)]
    : [...links, Math.min(lines.length, (links.at(-1) ?? 0) + longest)];
}
