/**
 * The first letters of all texts that a pattern can match, each digit as 0 and a line break as a space; any letters may
 * follow `anything`.
 */
type Prefixes = ReadonlySet<string>;

const prefixLength = 3;
/** More than these are no help in finding a pattern. */
const maxPrefixes = 300;
const empty: Prefixes = new Set(['']);
const anything = '\0';
const unlisted: Prefixes = new Set([anything]);
const wordCharacters = 'abcdefghijklmnopqrstuvwxyz_0';
const escapes: Record<string, string> = { d: '0', w: wordCharacters, s: ' ', n: ' ' };
const groupStart = /\((?:\?(?::|=|!|<=|<!))?/y;
/** Looking around a match takes up no letters of it. */
const isLookingAround = /=|!/;
const quantifier = /[?*+]|\{(\d+)(?:,\d*)?\}/y;
const classEnd = /(?:\\.|[^\]\\])*\]/y;

const limit = (prefixes: Set<string>): Prefixes => (prefixes.size > maxPrefixes ? unlisted : prefixes);

const unite = (one: Prefixes, other: Prefixes): Prefixes => limit(new Set([...one, ...other]));

/** What follows counts only after prefixes that are still too short, and ends these where it has too many prefixes. */
function append(one: Prefixes, other: Prefixes, length: number): Prefixes {
  const isShort = (prefix: string) => prefix.length < length && !prefix.endsWith(anything);
  if (![...one].some(isShort)) return one;
  const appended = new Set<string>();
  for (const begin of one) {
    for (const more of isShort(begin) ? other : empty) appended.add((begin + more).slice(0, length));
    if (appended.size > maxPrefixes) return other === unlisted ? unlisted : append(one, unlisted, length);
  }
  return appended;
}

/** The letters of a class such as `[a-c\d-]`; those of a negated one are not listed. */
function readClass(classText: string): Prefixes {
  if (classText.startsWith('^')) return unlisted;
  const characters = new Set<string>();
  for (const [whole, escaped, from, to] of classText.matchAll(/\\(.)|(.)-(.)|./gs)) {
    if (escaped !== undefined) for (const character of escapes[escaped] ?? escaped) characters.add(character);
    else if (from === undefined || to === undefined) characters.add(whole);
    else
      for (let code = from.charCodeAt(0); code <= to.charCodeAt(0); code++) characters.add(String.fromCharCode(code));
  }
  return limit(new Set([...characters].map(foldDigit)));
}

const foldDigit = (character: string) => character.replace(/\d/, '0');

/** How texts begin that a pattern without captures, back references and flags matches; null where that is unknown. */
export function findPrefixes(pattern: string, length = prefixLength): ReadonlySet<string> | null {
  let at = 0;
  const prefixes = readAlternatives();
  return prefixes.has(anything) ? null : new Set([...prefixes].map((prefix) => prefix.replace(anything, '')));

  function take(part: RegExp): RegExpExecArray | null {
    part.lastIndex = at;
    const match = part.exec(pattern);
    if (match !== null) at += match[0].length;
    return match;
  }

  function readAlternatives(): Prefixes {
    let prefixes = readSequence();
    while (pattern[at] === '|') {
      at += 1;
      prefixes = unite(prefixes, readSequence());
    }
    return prefixes;
  }

  function readSequence(): Prefixes {
    let prefixes: Prefixes = empty;
    while (at < pattern.length && !'|)'.includes(pattern.charAt(at)))
      prefixes = append(prefixes, readRepeated(), length);
    return prefixes;
  }

  function readRepeated(): Prefixes {
    const atom = readAtom();
    const [count, least] = take(quantifier) ?? [''];
    if (count === '') return atom;
    take(/\?/y);
    let repeated = atom;
    if (count !== '?') for (let i = 1; i < length; i++) repeated = append(atom, unite(repeated, empty), length);
    const isOptional = count === '?' || count === '*' || least === '0';
    return isOptional ? unite(repeated, empty) : repeated;
  }

  function readAtom(): Prefixes {
    const group = take(groupStart);
    if (group !== null) {
      const inside = readAlternatives();
      at += 1;
      return isLookingAround.test(group[0]) ? empty : inside;
    }
    const character = pattern.charAt(at);
    at += 1;
    if (character === '[') return readClass(take(classEnd)?.[0].slice(0, -1) ?? '');
    if (character === '.') return unlisted;
    if ('^$'.includes(character)) return empty;
    return character === '\\' ? readEscape() : new Set(foldDigit(character));
  }

  function readEscape(): Prefixes {
    const character = pattern.charAt(at);
    at += 1;
    if ('bB'.includes(character)) return empty;
    if ('WSD'.includes(character)) return unlisted;
    if (character !== 'x') return new Set(escapes[character] ?? character);
    at += 2;
    return new Set(foldDigit(String.fromCharCode(Number.parseInt(pattern.slice(at - 2, at), 16))));
  }
}
