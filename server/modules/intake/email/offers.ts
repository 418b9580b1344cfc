import { typeIn } from '#domain/classification/judge.ts';
import { readPrice } from '#domain/pricing/price.ts';
import { type Card, cardsIn } from './cards.ts';
import { passedOn } from './forwarded.ts';
import { htmlLines, type Line, textLines } from './lines.ts';
import { isName, isTitle } from './titles.ts';
import { unpricedCuts } from './unpriced.ts';

/** What a mail offers, in the words that it has for it. `link` is null where it has none. */
export type Offer = {
  title: string;
  details: string;
  price: string | null;
  link: string | null;
  imageUrl: string | null;
};

type Words = { subject: string; html: string | null; text: string };

const unnamed = 'An offer by e-mail';
const most = { title: 500, details: 20_000, price: 200, offers: 100 };
/** Links about the mail, or the site, and not about an offer. */
const aboutMail =
  /\b(?:unsubscribe|opt.?out|preferences?|settings|manage|privacy|terms|view (?:this )?(?:e-?mail )?in (?:your )?browser|view online|web version|forward|help|contact us|support|log ?in|sign ?in|my account|app store|google play|download (?:the|our) app|facebook|twitter|instagram|linkedin|youtube|(?:see|view|show) (?:all|more)(?: \w+)?|all (?:results|listings|matches)|edit (?:this |your )?(?:search|alert)|saved search|advertis\w*)\b/i;
/** From here on a mail speaks of itself. */
const footer =
  /^(?:you (?:are receiving|received|get|are getting|signed up)|this (?:e-?mail|message|alert) (?:was|is|has been) sent|to (?:stop|unsubscribe)|unsubscribe\b|manage (?:your )?(?:alerts|preferences)|©|copyright\b|\(c\) 20|sent from my\b|don.t want)/i;

/** The offers of a mail: several where it tells several prices or has several blocks with a link, or else one. */
export function offersIn({ subject, html, text }: Words): Offer[] {
  const all = passedOn(html === null ? textLines(text) : htmlLines(html));
  const lines = beforeFooter(all).map((line) => withoutOthers(line));
  const said = lines.filter(({ text: words, pictures, links }) => words !== '' || pictures.length + links.length > 0);
  const cards = cardsIn(said);
  if (cards.filter(({ price }) => price !== null).length < 2) return unpricedIn(said) ?? [wholeMail(subject, lines)];
  return cards
    .slice(0, most.offers)
    .map((card) => ({ card, offer: offerOf(card, subject) }))
    .flatMap(({ card, offer }) => (card.price !== null || isOffer(offer) ? [offer] : []));
}

/** The offers of a mail that tells no price, or one, where each is plainly a block of its own. */
function unpricedIn(lines: Line[]): Offer[] | null {
  for (const cards of unpricedCuts(lines)) {
    const offers = cards
      .slice(0, most.offers)
      .map((card) => offerOf(card, ''))
      .filter((offer) => isOffer(offer) && offer.title !== unnamed);
    if (new Set(offers.map(({ title }) => title)).size > 1) return offers;
  }
  return null;
}

function beforeFooter(lines: Line[]): Line[] {
  const first = lines.findIndex(({ text }, index) => index > 0 && footer.test(text));
  return first === -1 ? lines : lines.slice(0, first);
}

function withoutOthers(line: Line): Line {
  const links = line.links.filter(({ text }) => !aboutMail.test(text));
  const isAboutMail = links.length < line.links.length && links.length === 0 && line.text.length < 80;
  return { ...line, links, text: isAboutMail ? '' : line.text };
}

/** Without a price only what names a kind of property is taken for an offer: mails speak of much else. */
function isOffer({ title, details, link }: Offer): boolean {
  return link !== null && typeIn({ title, details, price: null }) !== null;
}

function wholeMail(subject: string, lines: Line[]): Offer {
  const price = lines.find(({ text }) => readPrice(undefined, text) !== null)?.text ?? null;
  const offer = offerOf({ lines, price: null }, subject);
  const isNamed =
    subject.trim() !== '' &&
    !/\b(?:\d+|new|your|daily|weekly) (?:new )?(?:listings?|alerts?|match(?:es)?|results?|homes?|properties)\b/i.test(
      subject,
    );
  const title = isNamed ? subject.replace(/^(?:(?:fwd?|re|aw|wg)\s*:\s*)+/i, '') : offer.title;
  return {
    ...offer,
    title: cut(title, most.title),
    price: readPrice(undefined, title) === null ? cut(price, most.price) : null,
  };
}

function offerOf({ lines, price }: Card, subject: string): Offer {
  const links = lines.flatMap((line) => line.links);
  const pictures = lines.flatMap((line) => line.pictures);
  const titled = links.find(({ text }) => isTitle(text));
  const named = titled ?? (price === null ? undefined : links.find(({ text }) => isName(text)));
  const title = named ?? lines.find(({ text }) => isTitle(text));
  const [link] = [named, ...links, ...pictures].flatMap((one) => one?.href ?? []);
  const [image] = pictures.flatMap(({ source }) => (source === '' ? [] : source));
  return {
    title: cut(oneLine(title?.text ?? subject) || unnamed, most.title),
    details: cut(wordsOf(lines), most.details),
    price: cut(price, most.price),
    link: link ?? null,
    imageUrl: image ?? null,
  };
}

function wordsOf(lines: Line[]): string {
  return lines
    .map(({ text }) => text)
    .filter((text) => text !== '')
    .join('\n');
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function cut<T extends string | null>(text: T, length: number): T;
function cut(text: string | null, length: number): string | null {
  return text === null || text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
