import { Parser } from 'htmlparser2';
import { splitHtml } from './html-pieces.ts';

/** Feeds are known to encode text twice, and some three times. */
const maxRounds = 3;
const tagPattern = /<\/?[a-z][^<>]*>|<!--/i;
const entityPattern = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/i;

/** The plain text of a text that may be HTML, or may have its characters encoded more than once. */
export function toPlainText(source: string): string {
  let text = source;
  for (let round = 0; round < maxRounds; round += 1) {
    if (tagPattern.test(text)) text = extractHtmlText(text);
    else if (entityPattern.test(text)) text = decodeEntities(text);
    else break;
  }
  return normalizeWhitespace(text);
}

/** The text of HTML, one line per block. */
function extractHtmlText(html: string): string {
  const words = splitHtml(html).map((piece) => {
    if (piece.type === 'break') return '\n';
    return piece.type === 'text' ? piece.text.replaceAll(/\s+/g, ' ') : '';
  });
  return normalizeWhitespace(words.join(''));
}

/** Decodes character entities; for text without tags only. */
function decodeEntities(text: string): string {
  const texts: string[] = [];
  const parser = new Parser({ ontext: (chunk) => void texts.push(chunk) });
  parser.end(text);
  return texts.join('');
}

function normalizeWhitespace(text: string): string {
  return text
    .replaceAll(/[\u00A0\u2007\u202F]/g, ' ')
    .replaceAll(/[\u00AD\u200B-\u200F\u2060\uFEFF\u034F]/g, '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
