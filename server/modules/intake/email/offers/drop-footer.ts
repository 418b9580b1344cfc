import { parsePrice } from '#domain/pricing/parse-price.ts';
import type { MailLine } from './html-lines.ts';
import { isPropertyName } from './offer-titles.ts';

/** Links that concern the mail or the site, not an offer. */
const aboutMailPattern =
  /\b(?:unsubscribe|subscription|opt.?out|preferences?|settings|manage|privacy|terms|view (?:this )?(?:e-?mail )?in (?:your )?browser|view online|web version|forward|help|contact us|support|log ?in|sign ?in|my account|app store|google play|download (?:the|our) app|facebook|twitter|instagram|linkedin|youtube|(?:see|view|show) (?:all|more)(?: \w+)?|all (?:results|listings|matches)|edit (?:this |your )?(?:search|alert)|(?:change|remove|stop) (?:this|these) (?:alerts?|e-?mails?)|saved search|advertis\w*|abmelden|abbestellen|darse de baja)\b/i;
/** A footer or a signature begins with it. */
const footerStart =
  /^(?:you(?:'re| are)? (?:receiv\w+|get(?:ting)?|got|signed|subscribed)|this (?:e-?mail|message|alert|newsletter) (?:was|is|has been) (?:sent|intended)|sent (?:by|to|from|with|via|on behalf)\b|to (?:stop|unsubscribe|opt out)|want to change how|(?:if you )?no longer w|don.t want|©|copyright\b|\(c\) 20|para (?:darse|cancelar)|--$|(?:many )?thanks(?: you)?(?: again)?[\s,!.]*$|thank you[\s,!.]*$|(?:(?:best|kind|warm) )?regards[\s,!.]*$|(?:sincerely|cheers|best)[\s,!.]*$)/i;
const footerWords =
  /\b(?:unsubscribe|opt[ -]?out|(?:mailing|postal) address|all rights reserved|(?:stop|manage|update|change|remove) (?:your |these |this |receiving )*(?:e-?mails?|messages|alerts?|preferences|subscription)|e-?mail preferences|abmelden|darse de baja)\b/i;
const maxFooterLine = 300;

const companyName =
  /\b(?:llc|l\.l\.c|inc|corp|ltd|gmbh|pllc|realty|real ?tors?|brokerage|holdings|investments?|investors|partners|company|group|properties|p\.?\s?o\.?\s?box)\b/i;
const siteName = /\b(?:website|blog|facebook|instagram|youtube|visit|follow)\b/i;
const streetLine = /^\W*\d{1,6} (?:\p{L}|\d{1,3}(?:st|nd|rd|th))/u;
const streetWithin = /(?:^|[\s,|])\d{1,6} (?:[NSEW]\.? )?(?:\p{Lu}|\d{1,3}(?:st|nd|rd|th)\b)/u;
const stateAndZip = /\b[A-Z][A-Za-z]+,? \d{5}(?:-\d{4})?\W*$/;
const cityAndState = /\b\p{Lu}[\p{L}.' ]+,? (?:[A-Z]{2})\b/u;
const promotion = /\b(?:refer|referrals?|referred|earn|bonus|gift cards?|rewards?|commission|coupon)\b/i;
const phoneOrMail = /^\W*(?:(?:phone|tel|cell|call|fax|email)\W*)?(?:\(?\d{3}\)?[ .-]?\d{3}[ .-]\d{4}|\S+@\S+)\W*$/i;
const maxNameLength = 90;

/**
 * The lines of a mail without its footer, its signature and notices about the mail, wherever they are. Links of a
 * signature stay where nothing above has one.
 */
export function dropFooter(all: MailLine[]): MailLine[] {
  const lines = all.map((line) => dropMailLinks(line));
  const last = lines.findLastIndex((line) => isOfOffer(line));
  const body = lines.map((line, index) => (index > last || isOfOffer(line) || !isNotice(line) ? line : blank(line)));
  const notice = body.findIndex((line, index) => index > last && index > 0 && isNotice(line));
  const end = notice === -1 ? body.length : notice;
  const start = findPostalStart(body.slice(0, end), last + 1);
  const head = body.slice(0, start);
  const hasLink = head.some(({ links, pictures }) => links.length > 0 || pictures.some(({ href }) => href !== null));
  const links = hasLink ? [] : body.slice(start).filter(hasDeepLink);
  return [...head, ...links.map((line) => ({ ...line, text: '' }))];
}

function dropMailLinks(line: MailLine): MailLine {
  const links = line.links.filter(({ text }) => !aboutMailPattern.test(text));
  return links.length === line.links.length || links.length > 0 || line.text.length >= 80 || isNotice(line)
    ? { ...line, links }
    : { ...line, links, text: '' };
}

const blank = (line: MailLine): MailLine => ({ ...line, text: '', links: [] });

function isNotice({ text }: MailLine): boolean {
  return text.length < maxFooterLine && (footerStart.test(text) || footerWords.test(text));
}

/** A price, a field, or a link that names something. */
function isOfOffer(line: MailLine): boolean {
  if (isNotice(line)) return false;
  if (line.fields !== undefined && Object.keys(line.fields).length > 0) return true;
  if (promotion.test(line.text)) return false;
  return parsePrice(undefined, line.text) !== null || line.links.some(({ text }) => isOfferName(text));
}

const isOfferName = (text: string) => isPropertyName(text) && !companyName.test(text) && !siteName.test(text);

const hasDeepLink = ({ links }: MailLine) => links.some(({ href }) => new URL(href).pathname.length > 1);

/** Where the address of the sender begins that the last lines are; their length where they are none. */
function findPostalStart(lines: MailLine[], least: number): number {
  const before = lines.findLastIndex((line, index) => index < least || !isPostal(line));
  const isFirstOfSender = (line: MailLine) => companyName.test(line.text) || promotion.test(line.text);
  const company = lines.findIndex((line, index) => index > before && isFirstOfSender(line));
  const body = lines.slice(0, before + 1);
  if (company !== -1 && hasPlace(lines.slice(0, company))) return company;
  const addresses = lines.flatMap((line, index) => (index > before && isAddress(line) ? [index] : []));
  const [first, second = lines.length] = addresses;
  if (first === undefined) return company === -1 ? lines.length : company;
  return company !== -1 && company <= first ? company : hasPlace(body) ? first : second;
}

const hasPlace = (lines: MailLine[]) =>
  lines.some(
    ({ text, fields }) =>
      cityAndState.test(text) || stateAndZip.test(text) || (fields?.zipCode ?? fields?.city) !== undefined,
  );

const isAddress = ({ text }: MailLine) => streetWithin.test(text) || companyName.test(text);

function isPostal({ text, links, pictures }: MailLine): boolean {
  if (links.length > 0 || pictures.some(({ href }) => href !== null) || text.length > 2 * maxNameLength) return false;
  if (text === '' || promotion.test(text) || phoneOrMail.test(text)) return true;
  if (stateAndZip.test(text)) return true;
  return text.length < maxNameLength && (companyName.test(text) || streetLine.test(text));
}
