import { parseAddress } from '#domain/geo/address.ts';

/** 'number|direction|name|kind' in normalized words, '' for a part that is not written: '77|n|oak|avenue'. */
export type StreetAddress = string;

const kinds =
  'street|avenue|road|drive|boulevard|lane|court|place|terrace|circle|highway|parkway|trail|way|loop|pike|square|alley|row|run';
const direction = '[nsew]|[ns][ew]';
const name = '[a-z0-9]+(?: [a-z0-9]+){0,3}?';
const titlePattern = new RegExp(
  `\\b(\\d{1,6}) (?:(${direction}) )?(${name}) (${kinds})\\b(?: (${direction})\\b)?`,
  'g',
);
/** In prose small numbers count things: '2 car garage on a quiet street'. */
const prosePattern = new RegExp(
  `\\b(\\d{3,6}) (?:(${direction}) )?([a-z0-9]+(?: [a-z0-9]+){0,2}?) (${kinds})\\b(?: (${direction})\\b)?`,
  'g',
);
/** '5546 fairview' and '20 e state fair', as county lists print them. */
const barePattern = new RegExp(`^(\\d{1,6}) (?:(${direction}) )?([a-z0-9]+(?: [a-z0-9]+){0,4})()()`, 'g');

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
const ordinalNumbers = ['1st', '2nd', '3rd', '4th', '5th', '6th', '7th', '8th', '9th', '10th'];
const spellOrdinal = (word: string) => ordinalNumbers[ordinals.indexOf(word)] ?? word;

function matchAddresses(words: string[], pattern: RegExp): StreetAddress[] {
  return [...words.join(' ').matchAll(pattern)]
    .filter(([, number]) => Number(number) > 0) // '0 Pine St' is any vacant lot there
    .map(([, number = '', before = '', street = '', kind = '', behind = '']) =>
      [number, before || behind, street.split(' ').map(spellOrdinal).join(' '), kind].join('|'),
    );
}

type AddressText = { title: string; titleWords: string[]; detailWords: string[]; tokenize: (text: string) => string[] };

/** The addresses in the title, or otherwise in the details. */
export function findStreetAddresses({ title, titleWords, detailWords, tokenize }: AddressText): StreetAddress[] {
  const named = matchAddresses(titleWords, titlePattern);
  if (named.length > 0) return named;
  const [quote = ''] = (parseAddress(title)?.quote ?? '').split(',', 1);
  const bare = quote === '' ? [] : matchAddresses(tokenize(quote), barePattern);
  return bare.length > 0 ? bare : matchAddresses(detailWords, prosePattern);
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

/** The streets that a text names, by their last word and kind: 'pine street'. */
export function findStreets(text: string, tokenize: (text: string) => string[]): string[] {
  const named = [...text.matchAll(namedStreet)].filter(([, street = '']) => !noName.test(street));
  return [...new Set(named.map(([, street = '', kind = '']) => tokenize(`${street} ${kind}`).join(' ')))].sort();
}
