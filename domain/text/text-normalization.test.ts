import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeText } from './text-normalization.ts';

describe('a text normalized as words', () => {
  it.each([
    ['HOUSE for Sale', 'house for sale'],
    ['needs\u00A0 \t work', 'needs work'],
    ['two-story, move‑in ready', 'two story, move in ready'],
    ['sold as-is', 'sold as-is'],
    ['sold as‐is', 'sold as-is'],
    ['House - rental', 'house - rental'],
    ['cheap—very', 'cheap - very'],
    ['“Grandma’s place”', '"grandma\'s place"'],
    ['𝗙𝗢𝗥 𝐒𝐀𝐋𝐄', 'for sale'],
    ['ＣＡＳＨ', 'cash'],
    ['in\u200Bherited', 'inherited'],
    ['House &amp; lot&nbsp;AS&#45;IS', 'house & lot as-is'],
    ['AT&T, 5 &acres;', 'at&t, 5 &acres;'],
    ['&#0; &#x110000; &', '&#0; &#x110000; &'],
    ['🔥HOUSE🔥', '\u0001house\u0001'],
    ['line\r\n\r\n line', 'line\nline'],
    ['½ acre, mo\u0301vil', '½ acre, movil'],
  ])('The normalization as words turns %j into %j', (text, plain) => {
    expect(normalizeText('words', text).normalized).toBe(plain);
  });
});

describe('a text normalized as figures', () => {
  it.each([
    ['$40–45k', '$40-45k'],
    ['€45.000', '¤45.000'],
    ['$𝟒𝟓𝐤 OBO', '$45k OBO'],
    ['US-48204', 'US-48204'],
  ])('The normalization as figures turns %j into %j', (text, plain) => {
    expect(normalizeText('figures', text).normalized).toBe(plain);
  });
});

describe('the original words for a part of a normalized text', () => {
  it.each([
    ['𝗛𝗢𝗨𝗦𝗘 AS&#45;IS', 'as-is', 'AS&#45;IS'],
    ['Sold  As \n Is.', 'sold as\nis', 'Sold  As \n Is'],
    ['Grandma’s house', "grandma's", 'Grandma’s'],
    ['in\u200Bherited', 'inherited', 'in\u200Bherited'],
  ])('The original words in %j for %j are %j', (text, plain, words) => {
    expect(normalizeText('words', text).toOriginal(plain)).toBe(words);
  });

  it('The original words for a part of a normalized text are null for a part that does not occur in it', () => {
    expect(normalizeText('words', 'House').toOriginal('home')).toBeNull();
  });

  it('The original words for a part of a normalized text always occur in the original text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.nat(60), fc.nat(20), (text, from, length) => {
        const { normalized: plain, toOriginal: literal } = normalizeText('words', text);
        const words = literal(plain.slice(from, from + length));
        expect(words).not.toBeNull();
        expect(text).toContain(words);
      }),
    );
  });

  it('A normalized text has only characters of one byte', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        expect(normalizeText('words', text).normalized).toMatch(/^[\0-\xFF]*$/);
      }),
    );
  });
});
