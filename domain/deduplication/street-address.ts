import { parseAddress } from '#domain/geo/address.ts';
import { findNumberedRoads } from './numbered-roads.ts';

/** 'number|direction|name|kind' in normalized words, '' for a part that is not written: '77|n|oak|avenue'. */
export type StreetAddress = string;
/** Where addresses come from: the title, 'the house is at ...' in the details, or some other place there. */
export type AddressBasis = 'title' | 'stated' | 'mentioned';

const kinds =
  'street|avenue|road|drive|boulevard|lane|court|place|terrace|circle|highway|parkway|trail|way|loop|pike|square|alley|row|run';
const direction = '[nsew]|[ns][ew]';
/** '1420A', '1420 B', '1420 1/2'; a letter that is a direction is none. */
const suffix = '(?: ?[a-df-mo-rt-vx-z](?= [a-z0-9]+ [a-z])|[a-z]|half)?';
const name = '[a-z0-9]+(?: [a-z0-9]+){0,3}?';
const titlePattern = new RegExp(
  `\\b(\\d{1,6}${suffix}) (?:(${direction}) )?(${name}) (${kinds})\\b(?: (${direction})\\b)?`,
  'g',
);
/** In prose small numbers count things: '2 car garage on a quiet street'. */
const prosePattern = new RegExp(
  `\\b(\\d{3,6}${suffix}) (?:(${direction}) )?([a-z0-9]+(?: [a-z0-9]+){0,2}?) (${kinds})\\b(?: (${direction})\\b)?`,
  'g',
);
/** '5546 fairview' and '20 e state fair', as county lists print them. */
const barePattern = new RegExp(`^(\\d{1,6}${suffix}) (?:(${direction}) )?([a-z0-9]+(?: [a-z0-9]+){0,4})()()`, 'g');

/** Words before an address where the seller or the sale is, and not the property. */
const sellerBefore =
  /\b(?:offices?|headquarters|courthouse|oficinas?|contracts?|closings?|brokerage|realty|realtors?|home ?buyers|company|(?:llc|inc|corp)\b\.?|(?<!open house )held|our (?:\w+ )?(?:address|location|store|team)|nuestra direcci[oó]n|(?:mail|send|write|env[ií]e)(?:ed|ing)?|(?:call|visit|contact|see|meet|find|reach|join) us|vis[ií]t[ea]nos|stop by|come (?:in|by))\b[^.!?]{0,60}$/i;
const ownBefore =
  /(?:^|[.!?:]\s+|\b(?:at|en|on|is|located|ubicad[ao]|address|direcci[oó]n|calle|property|casa|house|home)\b[\s:,]*)$/i;

type Mention = 'stated' | 'mentioned' | 'seller';

const contextLength = 80;

/** What the words before a house number in a text say about the address. */
function classifyMention(text: string, houseNumber: number): Mention {
  const places = [...text.matchAll(new RegExp(`(?<![\\w,.-])${houseNumber}(?!\\d)`, 'g'))];
  const before = places.map(({ index }) => text.slice(Math.max(0, index - contextLength), index));
  const own = before.filter((words) => !sellerBefore.test(words));
  if (own.length === 0) return places.length === 0 ? 'mentioned' : 'seller';
  return own.some((words) => ownBefore.test(words)) ? 'stated' : 'mentioned';
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
const ordinalNumbers = ['1st', '2nd', '3rd', '4th', '5th', '6th', '7th', '8th', '9th', '10th'];
const spellOrdinal = (word: string) => ordinalNumbers[ordinals.indexOf(word)] ?? word;

function matchAddresses(words: string[], pattern: RegExp): StreetAddress[] {
  return [...words.join(' ').matchAll(pattern)]
    .filter(([, number]) => Number.parseInt(number ?? '') > 0) // '0 Pine St' is any vacant lot there
    .map(([, number = '', before = '', street = '', kind = '', behind = '']) =>
      [number.replace(' ', ''), before || behind, street.split(' ').map(spellOrdinal).join(' '), kind].join('|'),
    );
}

type AddressText = {
  title: string;
  titleWords: string[];
  details: string;
  detailWords: string[];
  tokenize: (text: string) => string[];
};
type FoundAddresses = { addresses: StreetAddress[]; addressBasis: AddressBasis };

/** The addresses in the title, or otherwise those in the details that are not the seller's own. */
export function findStreetAddresses({
  title,
  titleWords,
  details,
  detailWords,
  tokenize,
}: AddressText): FoundAddresses {
  const named = matchAddresses(titleWords, titlePattern);
  if (named.length > 0) return { addresses: named, addressBasis: 'title' };
  const [quote = ''] = (parseAddress(title)?.quote ?? '').split(',', 1);
  const bare = quote === '' ? [] : matchAddresses(tokenize(quote), barePattern);
  if (bare.length > 0) return { addresses: bare, addressBasis: 'title' };
  const mentions = matchAddresses(detailWords, prosePattern).map((address) => ({
    address,
    as: classifyMention(details, Number.parseInt(address)),
  }));
  const own = mentions.filter(({ as }) => as !== 'seller');
  const stated = own.filter(({ as }) => as === 'stated');
  const chosen = stated.length > 0 ? stated : own;
  return {
    addresses: chosen.map(({ address }) => address),
    addressBasis: stated.length > 0 ? 'stated' : 'mentioned',
  };
}

/** Number and first word of the name: what two writings of one address share. */
export function toAddressKey(address: StreetAddress): string {
  const [number = '', , street = ''] = address.split('|');
  return `${number} ${street.split(' ', 1)[0] ?? ''}`;
}

/** '5120 n maplewood avenue'. */
export const formatAddress = (address: StreetAddress): string => address.split('|').filter(Boolean).join(' ');

/**
 * Whether two writings mean one address. Without its kind a street may be followed by its town: '5120 Maplewood
 * Detroit'.
 */
export function isSameAddress(one: StreetAddress, other: StreetAddress): boolean {
  const [number, way, street = '', kind] = one.split('|');
  const [otherNumber, otherWay, otherStreet = '', otherKind] = other.split('|');
  if (number !== otherNumber || way !== otherWay) return false;
  if (kind !== '' && otherKind !== '') return kind === otherKind && street === otherStreet;
  return `${street} `.startsWith(`${otherStreet} `) || `${otherStreet} `.startsWith(`${street} `);
}

/** 'Pine St' in a text without a number, as sellers of lots write. */
const namedStreet =
  /\b([a-z0-9][\w'’-]{0,30}) (st|str|street|ave?|avenue|rd|road|dr|drive|ln|lane|blvd|boulevard|ct|court|hwy|highway|pkwy|parkway|ter|terrace|cir|circle|trl|trail)\b(?!['’])/gi;
const noName =
  /^(?:the|an?|on|off|of|at|near|quiet|paved|gravel|dirt|private|public|county|state|dead|end|nice|good|same|back|front|side|your|this|city|town|lined|residential|traffic|access|to|for|sale|from|corner|and|by|long|cash|bring|or|in|lot|lots|land|house|home)$/i;

/** The streets that a text names, by their last word and kind: 'pine street', 'county4106 road'. */
export function findStreets(text: string, words: string[], tokenize: (text: string) => string[]): string[] {
  const named = [...text.matchAll(namedStreet)].filter(([, street = '']) => !noName.test(street));
  const streets = named.map(([, street = '', kind = '']) => tokenize(`${street} ${kind}`).join(' '));
  return [...new Set([...streets, ...findNumberedRoads(words.join(' '))])].sort();
}
