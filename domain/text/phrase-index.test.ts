import { describe, expect, it } from 'vitest';
import { createPhraseIndex } from './phrase-index.ts';
import { findPrefixes } from './pattern-prefixes.ts';

const findAll = (phrase: string, text: string) =>
  createPhraseIndex({ row: [{ phrase }] })(text).map(({ at, end }) => text.slice(at, end));

describe('the phrase index', () => {
  it.each([
    ['house~boats?', 'a house boat and two houseboats', ['house boat', 'houseboats']],
    ["owner's (?:note|terms)", "owners note, owner's\nterms", ['owners note', "owner's\nterms"]],
    [String.raw`\d+ acres?`, '5 acres, 12 acres, x5 acres', ['5 acres', '12 acres']],
    [String.raw`\$?\d[\d,]*k? down`, '$500 down or 5k down', ['$500 down', '5k down']],
    [String.raw`\d+ down`, 'just 4000 down', ['4000 down']],
    ['[0-9]{2,5} down', 'just 4000 down', ['4000 down']],
    ['(?<!no )liens?', 'no lien, liens', ['liens']],
    ['[a-c]x|½ acre', 'ax cx dx ½ acre', ['ax', 'cx', '½ acre']],
    ['(?:old )?barn', 'old barn, barns, barn', ['old barn', 'barn']],
    ['.{1,4}stall', 'new stall', ['new stall']],
  ])('The phrase %s is found as whole words in: %s', (phrase, text, phrases) => {
    expect(findAll(phrase, text).filter((words) => !words.startsWith(' '))).toEqual(expect.arrayContaining(phrases));
  });

  it('A phrase with a line break is found only there, and one with a space at both', () => {
    const text = 'big lot, big\nlot';
    expect(findAll(String.raw`big\nlot`, text)).toEqual(['big\nlot']);
    expect(findAll('big lot', text)).toEqual(['big lot', 'big\nlot']);
  });

  it('Each sense is found where its own phrases are', () => {
    const find = createPhraseIndex({ house: [{ phrase: 'house' }], land: [{ phrase: 'house lot' }] });
    expect(find('house lot')).toEqual([
      { sense: 'house', at: 0, end: 5 },
      { sense: 'land', at: 0, end: 9 },
    ]);
  });
});

describe('the prefixes of a pattern', () => {
  it.each([
    ['house', ['hou']],
    ['(?:a|bc)d?', ['a', 'ad', 'bc', 'bcd']],
    [String.raw`\d{1,2} bed`, ['0 b', '00 ']],
    ['(?<!x)mh(?! lamp)', ['mh']],
    ['[ab]+', ['a', 'b', 'aa', 'ab', 'ba', 'bb']],
    [String.raw`\x41b`, ['Ab']],
  ])('Texts that match %s begin with %j', (pattern, prefixes) => {
    const actual = findPrefixes(pattern);
    for (const prefix of prefixes) expect([...(actual ?? [])]).toContain(prefix);
  });

  it('A pattern that can begin with anything has none', () => {
    expect(findPrefixes('[^x]y')).toBeNull();
  });
});

it('An index of phrases reads its table with the first text', () => {
  let reads = 0;
  const findSpans = createPhraseIndex({
    get house() {
      reads += 1;
      return [{ phrase: 'house' }];
    },
  });
  expect(reads).toBe(0);
  expect(findSpans('a house')).toEqual([{ sense: 'house', at: 2, end: 7 }]);
  expect(findSpans('no')).toEqual([]);
  expect(reads).toBe(1);
});
