import { describe, expect, it } from 'vitest';
import { toPlainText } from './plain-text.ts';

describe('the plain text of a source’s content', () => {
  it.each([
    ['text as it is', 'A house & a barn, 3 < 5', 'A house & a barn, 3 < 5'],
    ['lines of plain text', 'One\r\nTwo\n\n\n\nThree', 'One\nTwo\n\nThree'],
    ['entities', 'Lot &#x0024;4,300 &amp; shed', 'Lot $4,300 & shed'],
    ['entities encoded twice', 'Lot &amp;#x0024;4,300 &amp;amp; shed', 'Lot $4,300 & shed'],
    ['blocks as lines', '<p>One <b>house</b></p><p>Two&nbsp;lots</p>', 'One house\n\nTwo lots'],
    ['HTML that was encoded', '&lt;p&gt;One&lt;br&gt;Two&lt;/p&gt;', 'One\nTwo'],
    ['no blanks of the source', '<div>\n   One\n   house   </div>', 'One house'],
    [
      'no scripts, styles, comments or hidden words',
      '<style>p{}</style><!-- x --><script>alert(1)</script>A<p style="display:none">B<b>C</b></p><i hidden>D</i>E',
      'AE',
    ],
    [
      'no struck-out words',
      '<p><s>$39,000</s> <strike>$36,000</strike> <del>x</del><b style="text-decoration: line-through">y</b> $31,000</p>',
      '$31,000',
    ],
    ['nothing of images', 'A <img src="x.png" alt="photo" onerror="alert(1)">B', 'A B'],
    ['tags that never end', '<div><p>One<br', 'One'],
    ['unknown entities', 'AT&T &bogus; &', 'AT&T &bogus; &'],
  ])('The plain text of a source’s content has %s', (_what, given, text) => {
    expect(toPlainText(given).replaceAll('\n\n', '\n')).toBe(text.replaceAll('\n\n', '\n'));
  });

  it('The plain text of a source’s content takes a short time for a very long and malformed text', () => {
    expect(toPlainText(`${'<div>'.repeat(50_000)}x`)).toBe('x');
    expect(toPlainText('<'.repeat(200_000))).toHaveLength(200_000);
  });
});
