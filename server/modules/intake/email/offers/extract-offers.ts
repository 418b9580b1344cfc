import { cutText } from '#domain/shared/foreign-text.contract.ts';
import { detectType } from '#domain/classification/classify.ts';
import { parsePrice } from '#domain/pricing/parse-price.ts';
import { findPriceLine, type OfferBlock, splitOffers } from './split-offers.ts';
import { dropFooter } from './drop-footer.ts';
import { mailFields, readHtmlLines, type MailFields, type MailLine, readTextLines } from './html-lines.ts';
import { isName, isPropertyName, isTitle } from './offer-titles.ts';
import { labelTableCells } from './table-columns.ts';
import { splitUnpriced } from './split-unpriced.ts';

/** The header lines that mail programs put above a forwarded mail. */
const headerPattern = /^\**(from|sent|date|subject|to|cc|reply-to):(?:\s|\*|$)/i;

/** An offer of a mail, in its own words. `link` is null if it has none. */
export type MailOffer = {
  title: string;
  details: string;
  price: string | null;
  link: string | null;
  imageUrl: string | null;
  /** What columns of a table say about it. */
  fields: MailFields;
};

type MailText = { subject: string; html: string | null; text: string };

const unnamedTitle = 'Offer by email';
const limits = { title: 500, details: 20_000, price: 200, offers: 100 };

/** The offers of a mail: several where it has several prices or several blocks with a link, otherwise one. */
export function extractOffers({ subject, html, text }: MailText): MailOffer[] {
  const lines = dropFooter(unwrapForwarded(labelTableCells(readLines(html, text))));
  const visible = lines.filter(
    ({ text: words, pictures, links }) => words !== '' || pictures.length + links.length > 0,
  );
  const cards = splitOffers(visible);
  if (cards.filter(({ price }) => price !== null).length < 2)
    return extractUnpriced(visible) ?? [toSingleOffer(subject, lines)];
  return cards
    .slice(0, limits.offers)
    .map((card) => ({ card, offer: toMailOffer(card, subject) }))
    .flatMap(({ card, offer }) => (card.price !== null || isOffer(offer) ? [offer] : []));
}

/** A mail whose HTML is only pictures is read by its text. */
function readLines(html: string | null, text: string): MailLine[] {
  const lines = html === null ? [] : readHtmlLines(html);
  return lines.some(({ text: words }) => words !== '') || text.trim() === '' ? lines : readTextLines(text);
}

/** The offers of a mail that has no price, or one, where each is clearly a separate block. */
function extractUnpriced(lines: MailLine[]): MailOffer[] | null {
  for (const cards of splitUnpriced(lines)) {
    const offers = cards
      .slice(0, limits.offers)
      .map((card) => toMailOffer(card, ''))
      .filter((offer) => isOffer(offer) && offer.title !== unnamedTitle);
    if (new Set(offers.map(({ title }) => title)).size > 1) return offers;
  }
  return null;
}

/** A block without a price counts as an offer only if it names a kind of property: mails contain much other text. */
function isOffer({ title, details, link }: MailOffer): boolean {
  return link !== null && detectType({ title, details, price: null }) !== null;
}

function toSingleOffer(subject: string, lines: MailLine[]): MailOffer {
  const price = findPriceLine(lines);
  const offer = toMailOffer({ lines, price: null }, subject);
  const title = isNameOfOffer(subject, lines) ? subject.replace(/^(?:(?:fwd?|re|aw|wg)\s*:\s*)+/i, '') : offer.title;
  return {
    ...offer,
    title: truncate(title, limits.title),
    price: parsePrice(undefined, title) === null ? truncate(price, limits.price) : null,
  };
}

const aboutMailSubject =
  /\b(?:(?:\d+|new|your|daily|weekly) (?:new )?(?:listings?|alerts?|match(?:es)?|results?|homes?|properties)|results for|price (?:cut|drop|change)|you may like)\b/i;

/** Not a subject about the mail, nor one that names no property where a link does. */
function isNameOfOffer(subject: string, lines: MailLine[]): boolean {
  if (subject.trim() === '' || aboutMailSubject.test(subject)) return false;
  const isNamedByLink = lines.some(({ links }) => links.some(({ text }) => isTitle(text) && isPropertyName(text)));
  return !isNamedByLink || isPropertyName(subject);
}

function toMailOffer({ lines, price }: OfferBlock, subject: string): MailOffer {
  const links = lines.flatMap((line) => line.links);
  const pictures = lines.flatMap((line) => line.pictures);
  const titled = links.find(({ text }) => isTitle(text));
  const isNamed = price === null ? isPropertyName : isName;
  const named = titled ?? links.find(({ text }) => isNamed(text));
  const title = named ?? lines.find(({ text }) => isTitle(text) && !aboutMailSubject.test(text));
  const [link] = [named, ...links, ...pictures].flatMap((one) => one?.href ?? []);
  const [image] = pictures.flatMap(({ source }) => (source === '' ? [] : source));
  return {
    title: truncate(collapseSpaces(title?.text ?? subject) || unnamedTitle, limits.title),
    details: truncate(joinText(lines), limits.details),
    price: truncate(price, limits.price),
    link: link ?? null,
    imageUrl: image ?? null,
    fields: mergeFields(lines),
  };
}

/** A field with two values is left out. */
function mergeFields(lines: MailLine[]): MailFields {
  return Object.fromEntries(
    mailFields.flatMap((name) => {
      const [value, ...others] = new Set(lines.flatMap(({ fields }) => fields?.[name] ?? []));
      return value === undefined || others.length > 0 ? [] : [[name, value]];
    }),
  );
}

function joinText(lines: MailLine[]): string {
  return lines
    .map(({ text }) => text)
    .filter((text) => text !== '')
    .join('\n');
}

function collapseSpaces(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function truncate<T extends string | null>(text: T, length: number): T;
function truncate(text: string | null, length: number): string | null {
  return text === null || text.length <= length ? text : `${cutText(text, length - 1)}…`;
}

/** The lines of the forwarded mail, without the text above it; all lines if none was forwarded. */
function unwrapForwarded(lines: MailLine[]): MailLine[] {
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
