import { describe, expect, it } from 'vitest';
import { sanitizeAnnouncement } from './sanitize.ts';

describe('the HTML of an announcement', () => {
  it.each([
    ['<p>New <strong>counties</strong> from <em>Monday</em> &amp; on</p>'],
    ['<ul><li>Wayne</li><li>Oakland</li></ul>'],
    ['<h2>Hello</h2><ol><li>one</li></ol><blockquote>said</blockquote>'],
    ['<img src="https://x.com/a.png" alt="A map" />'],
    ['Plain text'],
  ])('The HTML of an announcement keeps text, lists and images by https: %s', (html) => {
    expect(sanitizeAnnouncement(html)).toBe(html);
  });

  it.each([
    ['<p>a<script>alert(1)</script></p>', '<p>a</p>'],
    ['<p onclick="alert(1)" style="position:fixed" class="x" id="y">a</p>', '<p>a</p>'],
    ['<img src="http://x.com/a.png">b', 'b'],
    ['<img src="data:image/svg+xml,<svg/onload=alert(1)>">b', 'b'],
    ['<img src="//x.com/a.png">b', 'b'],
    ['<img src="/a.png">b', 'b'],
    ['<img src="https://x.com/a.png" onerror="alert(1)">', '<img src="https://x.com/a.png" />'],
    ['<iframe src="https://x.com"></iframe>a', 'a'],
    ['<style>body{display:none}</style>a', 'a'],
    ['<form action="https://x.com"><input name="a"></form>a', 'a'],
    ['<svg><a xlink:href="javascript:alert(1)">a</a></svg>', '<a target="_blank" rel="noopener noreferrer">a</a>'],
    ['<p>a', '<p>a</p>'],
    ['a <b', 'a'],
  ])('The HTML of an announcement removes everything else: %s', (html, left) => {
    expect(sanitizeAnnouncement(html)).toBe(left);
  });

  it.each(['javascript:alert(1)', ' JaVaScRiPt:alert(1)', 'java\nscript:alert(1)', 'data:text/html,x', 'vbscript:x'])(
    'The HTML of an announcement removes a link to %s',
    (href) => {
      expect(sanitizeAnnouncement(`<a href="${href}">a</a>`)).toBe(
        '<a target="_blank" rel="noopener noreferrer">a</a>',
      );
    },
  );

  it('The HTML of an announcement opens links in a new tab that gets no referrer or opener', () => {
    expect(sanitizeAnnouncement('<a href="https://x.com" target="_top" rel="opener">a</a>')).toBe(
      '<a href="https://x.com" target="_blank" rel="noopener noreferrer">a</a>',
    );
  });

  it.each(['', ' \n ', '<p></p>', '<p><br></p>', '<ul><li></li></ul>', '<script>alert(1)</script>', '<p>&nbsp;</p>'])(
    'The HTML of an announcement is empty where nothing would show: %j',
    (html) => {
      expect(sanitizeAnnouncement(html)).toBe('');
    },
  );

  it('The HTML of an announcement is unchanged when it is sanitized again', () => {
    const once = sanitizeAnnouncement(
      '<p>5 < 6 & 7 <a href="https://x.com/?a=1&b=2">x</a><img src="https://x.com/a.png"></p>',
    );
    expect(sanitizeAnnouncement(once)).toBe(once);
  });
});
