/** One row of a source: the text in a column, '' where it is blank or absent. */
export type FeedRow = (column: string) => string;

export const placeholder = /\{([^{}]+)\}/g;

/** The columns that a template names, in its order. */
export const findColumns = (template: string): string[] =>
  [...template.matchAll(placeholder)].map(([, column = '']) => column.trim());

/** What separates two parts; a colon only behind a column, as the words before another one are a label of what follows. */
const separator = /(\s*[,;|•]\s*|\s+[-–—/]\s+|\s*\n\s*|(?<=[.!?])\s+|(?<=\}):\s+)/;
const endOfSentence = /[.!?]$/;

type Fill = (template: string) => string;

/** The text of a template in a row. The parts of which all columns are blank are left out, with their separators. */
export function compileText(template: string): (row: FeedRow) => string {
  const columns = findColumns(template);
  return (row) => {
    if (columns.length > 0 && columns.every((column) => row(column).trim() === '')) return '';
    const valueOf = (column: string) => row(column.trim()).trim();
    const fill: Fill = (text) => text.replaceAll(placeholder, (_all, column: string) => valueOf(column));
    const isBlank = (part: string) => {
      const own = findColumns(part);
      return own.length > 0 && own.every((column) => valueOf(column) === '');
    };
    return joinParts(dropBlankBrackets(template, isBlank), isBlank, fill);
  };
}

/** '{Address} ({Zip} area)' without a ZIP has no brackets. */
const dropBlankBrackets = (template: string, isBlank: (part: string) => boolean): string =>
  template.replaceAll(/\s*\([^()]*\)|\s*\[[^[\]]*\]/g, (brackets) => (isBlank(brackets) ? '' : brackets));

function joinParts(template: string, isBlank: (part: string) => boolean, fill: Fill): string {
  let text = '';
  let pending = '';
  for (const [index, piece] of template.trim().split(separator).entries()) {
    if (index % 2 === 1) pending = strongerOf(pending, piece);
    else if (isBlank(piece)) text = endSentence(text, piece);
    else {
      text += (text === '' ? '' : pending) + fillPart(piece, isBlank, fill);
      pending = '';
    }
  }
  return text.trim();
}

/** Of the separators around parts that are left out, that between sentences stays. */
const strongerOf = (before: string, after: string): string =>
  before === '' || (/^\s+$/.test(after) && !before.includes('\n')) ? after : before;

/** The last part of a sentence leaves its period to the part before. */
function endSentence(text: string, blankPart: string): string {
  const [end = ''] = endOfSentence.exec(blankPart) ?? [];
  return text === '' || endOfSentence.test(text) ? text : text + end;
}

const preposition = String.raw`\s(?:in|at|near|on|of|for|with)\s[^{}]*`;
/** Before the words of each column: a preposition begins them, else they stand before the column. */
const wordsBefore = new RegExp(String.raw`(?<=\})(?![^{}]*${preposition}\{)|(?<=\}[^{}]*)(?=${preposition}\{)`);
/** The same where the words are units behind their columns: '{Beds} beds {Baths} baths'. */
const wordsBehind = new RegExp(String.raw`(?<!${preposition})(?=\{)|(?<=\}[^{}]*)(?=${preposition}\{)`);

/** A blank column among others in one part leaves out the words that belong to it. */
function fillPart(part: string, isBlank: (part: string) => boolean, fill: Fill): string {
  const hasUnits = part.startsWith('{') && /\}\s*[^{}.!?]*\p{L}[.!?]?$/u.test(part);
  const pieces = part.split(hasUnits ? wordsBehind : wordsBefore);
  return fill(pieces.filter((piece) => !isBlank(piece)).join('')).trim();
}
