import { describe, expect, it } from 'vitest';
import { editPrice, formatDigits } from './edit-price.ts';

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
