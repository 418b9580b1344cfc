import type { ListingContact } from './contract.ts';

/** A telephone or an email address in a text, and where it is. */
type ContactSpan = { kind: keyof ListingContact; value: string; start: number; end: number };

const maxOfKind = 3;
const contextLength = 40;

const urlPattern = /(?:https?:\/\/|(?<![@\w])www\.)\S+/gi;
const emailPattern = /(?<![\w.+%-])[a-z\d][\w.+%-]{0,63}@((?:[a-z\d-]{1,63}\.){1,5}[a-z]{2,24})(?![\w@-]|\.\w)/gi;
/** A link without its scheme, by the endings that most have. */
const bareLinkPattern = /(?<![@\w.-])(?:[a-z\d-]{1,63}\.){1,4}(?:com|net|org|info|biz|us|io|co|me)\b(?:\/\S*)?/gi;
/** 'photo@2x.png' is the name of a picture. */
const pictureName = /\.(?:png|jpe?g|gif|webp|svg)$/i;
/** A telephone of North America: neither its area nor its exchange ends with 11, and no area has a 9 in its middle. */
const phonePattern =
  /(?<![\w$%]|\d[-.–])(?:\+?1[-.–\s]{0,2})?(?:\(\s?([2-9](?!11)[0-8]\d)\s?\)|([2-9](?!11)[0-8]\d))\s?[-.–/]?\s?([2-9](?!11)\d\d)\s?[-.–]?\s?(\d{4})(?![\d_%]|[-.–]\d)/g;
const phoneWords = /\b(?:call|text|txt|sms|phone|ph|tel|telephone|cell|mobile|contact|reach|dial|whatsapp)\b/i;
/** What a number of another kind directly follows. */
const otherNumber =
  /\b(?:parcel|apn|pin|folio|account|acct|case|docket|file|permit|invoice|item|listing|lot|mls|vin|serial|ref|reference|id|fax)(?:\s+(?:number|no|num|id))?[\s.:#-]*$/i;

/** The telephones and email addresses in a text, each once, and at most three of each. */
export function findContact(text: string): ListingContact {
  const spans = findSpans(text);
  const listOf = (kind: ContactSpan['kind']) =>
    [...new Set(spans.filter((span) => span.kind === kind).map(({ value }) => value))].slice(0, maxOfKind);
  return { phones: listOf('phones'), emails: listOf('emails') };
}

/** The text without its telephones, email addresses and links. */
export function removeContact(text: string): string {
  return hideContact(text, '').replaceAll(urlPattern, '').replaceAll(bareLinkPattern, '');
}

/** The text without its telephones and email addresses, of which `mark` is left. */
export function hideContact(text: string, mark = '[hidden]'): string {
  const spans = findSpans(text).toSorted((some, other) => other.start - some.start);
  return spans.reduce((rest, { start, end }) => `${rest.slice(0, start)}${mark}${rest.slice(end)}`, text);
}

function findSpans(text: string): ContactSpan[] {
  const withoutUrls = text.replaceAll(urlPattern, toBlanks);
  const emails = Array.from(withoutUrls.matchAll(emailPattern), toEmailSpan);
  // Some addresses contain what looks like a telephone.
  const rest = withoutUrls.replaceAll(emailPattern, toBlanks);
  const phones = Array.from(rest.matchAll(phonePattern)).filter((match) => isPhone(match, rest));
  return [...emails.filter(({ value }) => !pictureName.test(value)), ...phones.map(toPhoneSpan)];
}

const toBlanks = (match: string) => ' '.repeat(match.length);

function toEmailSpan({ 0: email, index: start }: RegExpExecArray): ContactSpan {
  return { kind: 'emails', value: email.toLowerCase(), start, end: start + email.length };
}

function toPhoneSpan(match: RegExpExecArray): ContactSpan {
  const [phone, inParentheses, plain, ...rest] = match;
  const value = [inParentheses ?? plain, ...rest].join('-');
  return { kind: 'phones', value, start: match.index, end: match.index + phone.length };
}

/** Digits alone, or with blanks only, are a telephone where the text says so before them. */
function isPhone({ 0: phone, index }: RegExpExecArray, text: string): boolean {
  const before = text.slice(Math.max(0, index - contextLength), index);
  if (otherNumber.test(before)) return false;
  return phoneWords.test(before) || (/[^\d\s]/.test(phone) && !before.endsWith('#'));
}
