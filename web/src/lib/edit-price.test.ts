import { describe, expect, it } from 'vitest';
import { editPrice, editPriceText, formatDigits } from './edit-price.ts';

const clean = (typed: string) =>
  typed
    .replaceAll(/\..*$|\D/g, '')
    .replace(/^0+(?=\d)/, '')
    .slice(0, 6);
/** An edit written with `|` for the caret, and its result in the same way. */
const edit = (before: string, typed: string) => {
  const edited = editPrice(before, { text: typed.replace('|', ''), caret: typed.indexOf('|') }, clean);
  const shown = formatDigits(edited.digits);
  return [edited.digits, `${shown.slice(0, edited.caret)}|${shown.slice(edited.caret)}`];
};

it('A price has a separator after every three digits', () => {
  expect(['', '0', '999', '1000', '60000', '150000', '1000000'].map(formatDigits)).toEqual([
    '',
    '0',
    '999',
    '1,000',
    '60,000',
    '150,000',
    '1,000,000',
  ]);
});

describe('The caret in a price', () => {
  it('The caret in a price stays after the digit that was typed', () => {
    expect(edit('6000', '6,0000|')).toEqual(['60000', '60,000|']);
    expect(edit('60000', '61|0,000')).toEqual(['610000', '61|0,000']);
    expect(edit('', '5|')).toEqual(['5', '5|']);
  });

  it('The caret in a price stays where a digit was deleted', () => {
    expect(edit('60000', '6|,000')).toEqual(['6000', '6|,000']);
    expect(edit('150000', '1|0,000')).toEqual(['10000', '1|0,000']);
    expect(edit('60000', '|')).toEqual(['', '|']);
  });

  it('Deleting a separator deletes the digit before it', () => {
    expect(edit('60000', '60|000')).toEqual(['6000', '6|,000']);
  });

  it('The caret in a price is at the end of what was pasted', () => {
    expect(edit('', '$45,000.50|')).toEqual(['45000', '45,000|']);
    expect(edit('60000', '45,000|')).toEqual(['45000', '45,000|']);
  });
});

describe('A text with a price', () => {
  const editText = (before: string, typed: string) => {
    const { text, caret } = editPriceText(before, { text: typed.replace('|', ''), caret: typed.indexOf('|') });
    return `${text.slice(0, caret)}|${text.slice(caret)}`;
  };

  it('A text with a price gets separators while it is an amount, with or without a dollar sign', () => {
    expect(editText('4,500', '4,5000|')).toBe('45,000|');
    expect(editText('$4,500', '$4,5000|')).toBe('$45,000|');
    expect(editText('$45,000', '$|5,000')).toBe('$|5,000');
    expect(editText('$45,000', '|45,000')).toBe('|45,000');
  });

  it('A text with a price loses the digit before a separator that is deleted', () => {
    expect(editText('$45,000', '$45|000')).toBe('$4|,000');
  });

  it('A text with a price stays as it was typed where it has other words', () => {
    expect(editText('45', '45k|')).toBe('45k|');
    expect(editText('1,200', '1,200.|')).toBe('1,200.|');
    expect(editText('$', '$|')).toBe('$|');
    expect(editText('', '45000 o|')).toBe('45000 o|');
  });
});
