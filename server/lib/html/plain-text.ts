import { Parser } from 'htmlparser2';
import { htmlPieces } from './pieces.ts';

/** Feeds are known to encode twice, and some once more. */
const mostRounds = 3;
const tag = /<\/?[a-z][^<>]*>|<!--/i;
const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/i;

/** The text that is meant by a text which may be HTML, or has its characters encoded more than once. */
export function plainText(given: string): string {
  let text = given;
  for (let round = 0; round < mostRounds; round += 1) {
    if (tag.test(text)) text = htmlText(text);
    else if (entity.test(text)) text = decoded(text);
    else break;
  }
  return tidy(text);
}

/** The text of HTML, a line for each block. */
function htmlText(html: string): string {
  const words = htmlPieces(html).map((piece) => {
    if (piece.type === 'break') return '\n';
    return piece.type === 'text' ? piece.text.replaceAll(/\s+/g, ' ') : '';
  });
  return tidy(words.join(''));
}

/** What stands for characters, as these; text without tags only. */
function decoded(text: string): string {
  const parts: string[] = [];
  const parser = new Parser({ ontext: (part) => void parts.push(part) });
  parser.end(text);
  return parts.join('');
}

function tidy(text: string): string {
  return text
    .replaceAll(/[\u00A0\u2007\u202F]/g, ' ')
    .replaceAll(/[\u00AD\u200B-\u200F\u2060\uFEFF\u034F]/g, '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
