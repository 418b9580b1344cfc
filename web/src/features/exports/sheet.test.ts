import { describe, expect, it } from 'vitest';
import { toCsv, toText, neutralizeFormulas } from './sheet.ts';

const sheet = (...cells: (string | number)[]) => ({ header: ['A'], rows: cells.map((cell) => [cell]) });

describe('A CSV file', () => {
  it('A CSV file quotes cells with separators, and ends lines as in RFC 4180', () => {
    expect(
      toCsv({
        header: ['A', 'B'],
        rows: [
          ['x, y', 'say "hi"'],
          ['two\nlines', 5],
        ],
      }),
    ).toBe('A,B\r\n"x, y","say ""hi"""\r\n"two\nlines",5\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])('A CSV file contains no formula: %j', (text) => {
    expect(neutralizeFormulas(sheet(text)).rows).toEqual([[`'${text}`]]);
    expect(toCsv(sheet(text))).toContain(`'${text}`);
  });

  it('A CSV file leaves numbers and other texts unchanged', () => {
    expect(neutralizeFormulas(sheet(-5, 'a=b', '')).rows).toEqual([[-5], ['a=b'], ['']]);
  });
});

describe('A tab-separated file', () => {
  it('A tab-separated file has a tab between cells and none within', () => {
    expect(toText({ header: ['A', 'B'], rows: [['a\tb', 'c\r\nd']] })).toBe('A\tB\na b\tc d\n');
  });
});
