/** Variants of a quote, an apostrophe, a dash or a line break. */
const typographicForms: Record<string, string> = {
  '\n': '\n',
  '\u2028': '\n',
  '‘': "'",
  '’': "'",
  '`': "'",
  '´': "'",
  '“': '"',
  '”': '"',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '−': '-',
  '—': ' - ',
};
/** Written in HTML where there is none. */
const htmlEntities: Record<string, string> = {
  nbsp: ' ',
  amp: '&',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  ndash: '–',
  mdash: '—',
  rsquo: '’',
  lsquo: '‘',
};
const entity = /&(#\d{2,6}|#x[0-9a-f]{2,5}|[a-z]{2,5});/iy;

/** Between two words, except in 'as-is', because 'as is' can have another meaning. */
const hyphen = /(?<=[^ \n])(?<!\bas)-(?=[^ \n])/g;
const isUnseen = /[\p{Cf}\p{M}]/u;
const isMoney = /\p{Sc}/u;
/** Letters with diacritics, and letters in other typefaces. */
const isLikeLatin =
  /[\u0100-\u024F\u1E00-\u1EFF\u2000-\u218F\u2460-\u24FF\uFB00-\uFB06\uFF00-\uFFEF\u{1D400}-\u{1D7FF}\u{1F100}-\u{1F1AF}]/u;
const isLatin = /^[\0-\xFF]*$/;

/** A normalized text; `toOriginal` returns the original words for a part of it. */
type NormalizationKind = 'words' | 'figures';
export type NormalizedText = { normalized: string; toOriginal: (quote: string) => string | null };

/**
 * A text in plain letters, so that each rule is written once: curly quotes, letters in other typefaces, HTML entities,
 * invisible characters and runs of whitespace become plain; any other character beyond Latin-1 becomes one character
 * that is no letter. For words it is also in lower case, and a hyphen between two words is a space.
 */
export function normalizeText(kind: NormalizationKind, text: string): NormalizedText {
  return isPlain(text) ? keepPlainText(kind, text) : translateText(kind, text);
}

/** Most texts are plain already; nothing in them changes its position. */
const isPlain = (text: string) => !/[^\n !-%'-_a-~]|[ \n]{2}/.test(text);

function keepPlainText(kind: NormalizationKind, text: string): NormalizedText {
  const plain = applyKind(kind, text);
  const literal = (quote: string) => {
    const at = plain.indexOf(quote);
    return at === -1 ? null : text.slice(at, at + quote.length).trim();
  };
  return { normalized: plain, toOriginal: literal };
}

/** Normalizes the letters; positions do not change. */
const applyKind = (kind: NormalizationKind, plain: string): string =>
  kind === 'words' ? plain.toLowerCase().replaceAll(hyphen, ' ') : plain.replaceAll(/(?<=\d,)o{3}(?!\w)/gi, '000');

function translateText(kind: NormalizationKind, text: string): NormalizedText {
  const plain: string[] = [];
  const starts: number[] = [];
  for (let at = 0; at < text.length; ) {
    const { plainText, width } = readCharacter(text, at);
    for (const character of plainText) put(character, at);
    at += width;
  }
  starts.push(text.length);
  const joined = applyKind(kind, plain.join(''));
  return { normalized: joined, toOriginal: (quote) => findLiteral(quote, { text, plain: joined, starts }) };

  function put(character: string, at: number): void {
    const isBlank = character === ' ' || character === '\n';
    const last = plain.at(-1);
    if (isBlank && (last === ' ' || last === '\n')) {
      if (character === '\n') plain[plain.length - 1] = '\n';
      return;
    }
    plain.push(character);
    starts.push(at);
  }
}

/** The plain form of the character at a position, and how much of the text it replaces. */
function readCharacter(text: string, at: number): { plainText: string; width: number } {
  const code = text.charCodeAt(at);
  if (code > 0x20 && code < 0x7f && code !== 0x26 && code !== 0x60) return { plainText: text.charAt(at), width: 1 };
  if (code === 0x26) return readEntity(text, at);
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  return { plainText: toPlainCharacter(character), width: character.length };
}

function readEntity(text: string, at: number): { plainText: string; width: number } {
  entity.lastIndex = at;
  const [whole = '&', name = ''] = entity.exec(text) ?? [];
  const code = Number(name.replace(/^#/, '').replace(/^x/i, '0x'));
  const plainText = toPlainCharacter(
    code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : (htmlEntities[name] ?? ''),
  );
  return plainText === '' ? { plainText: '&', width: 1 } : { plainText, width: whole.length };
}

function toPlainCharacter(character: string): string {
  const plainForm = typographicForms[character];
  if (plainForm !== undefined) return plainForm;
  if (/\s/u.test(character)) return ' ';
  if (isUnseen.test(character)) return '';
  if (isLatin.test(character)) return character;
  const bare = isLikeLatin.test(character) ? toLatin(character) : null;
  return bare ?? (isMoney.test(character) ? '¤' : '\u0001');
}

function toLatin(character: string): string | null {
  const bare = character.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return isLatin.test(bare) ? bare : null;
}

function findLiteral(quote: string, { text, plain, starts }: { text: string; plain: string; starts: number[] }) {
  const at = plain.indexOf(quote);
  return at === -1 ? null : text.slice(starts[at], starts[at + quote.length]).trim();
}
