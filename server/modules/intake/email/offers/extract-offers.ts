import { cutText } from '#domain/shared/foreign-text.contract.ts';
import { detectType } from '#domain/classification/classify.ts';
import { parsePrice } from '#domain/pricing/parse-price.ts';
import { type OfferBlock, splitOffers } from './split-offers.ts';
import { unwrapForwarded } from './unwrap-forwarded.ts';
import { dropFooter } from './drop-footer.ts';
import { mailFields, readHtmlLines, type MailFields, type MailLine, readTextLines } from './html-lines.ts';
import { isName, isTitle } from './offer-titles.ts';
import { labelTableCells } from './table-columns.ts';
import { splitUnpriced } from './split-unpriced.ts';

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
  const all = unwrapForwarded(html === null ? readTextLines(text) : labelTableCells(readHtmlLines(html)));
  const lines = dropFooter(all);
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
  const price = lines.find(({ text }) => parsePrice(undefined, text) !== null)?.text ?? null;
  const offer = toMailOffer({ lines, price: null }, subject);
  const isNamed =
    subject.trim() !== '' &&
    !/\b(?:\d+|new|your|daily|weekly) (?:new )?(?:listings?|alerts?|match(?:es)?|results?|homes?|properties)\b/i.test(
      subject,
    );
  const title = isNamed ? subject.replace(/^(?:(?:fwd?|re|aw|wg)\s*:\s*)+/i, '') : offer.title;
  return {
    ...offer,
    title: truncate(title, limits.title),
    price: parsePrice(undefined, title) === null ? truncate(price, limits.price) : null,
  };
}

function toMailOffer({ lines, price }: OfferBlock, subject: string): MailOffer {
  const links = lines.flatMap((line) => line.links);
  const pictures = lines.flatMap((line) => line.pictures);
  const titled = links.find(({ text }) => isTitle(text));
  const named = titled ?? (price === null ? undefined : links.find(({ text }) => isName(text)));
  const title = named ?? lines.find(({ text }) => isTitle(text));
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
