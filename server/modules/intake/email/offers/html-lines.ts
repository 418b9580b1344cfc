import { placeParts } from '#domain/listing/place-text.contract.ts';
import { isWebAddress } from '#domain/shared/foreign-text.contract.ts';
import { splitHtml, type HtmlPiece } from '#server/lib/html/html-pieces.ts';

/**
 * A line of a mail as displayed. `gap` is the separation from the line before: the smaller, the larger the break.
 * `links` are those in its words, `pictures` precede them.
 */
export type MailLine = {
  text: string;
  gap: number;
  links: MailLink[];
  pictures: MailPicture[];
  /** Absent outside of tables. */
  cell?: TableCell | undefined;
  /** What the column of the line says about it. */
  fields?: MailFields;
};
/** Its place in the innermost table, each counted from 0. */
export type TableCell = { table: number; row: number; column: number };
export type MailFields = Partial<Record<(typeof mailFields)[number], string>>;
export const mailFields = [...placeParts, 'parcel', 'propertyType'] as const;
export type MailLink = { href: string; text: string };
type MailPicture = { source: string; href: string | null };

/** Limits of a mail; what exceeds them is ignored. */
const maxLines = 3000;
const maxTextLength = 600_000;
const maxNameLength = 500;

/** The lines of HTML, without hidden content. */
export function readHtmlLines(html: string): MailLine[] {
  const lines: MailLine[] = [];
  let line = createLine(0);
  let textLength = 0;
  const tables = createTableTracker();
  const end = (depth: number) => {
    const text = line.text.replaceAll(/[\s\u00A0\u034F\u200B-\u200F\u2060\uFEFF]+/g, ' ').trim();
    const isBlank = text === '' && line.pictures.length === 0;
    const links = line.links.filter((link) => link.text.trim() !== '');
    if (!isBlank) lines.push({ ...line, text, links, cell: tables.current() });
    line = isBlank ? { ...line, gap: Math.min(line.gap, depth) } : createLine(depth);
  };
  for (const piece of splitHtml(html)) {
    if (piece.type === 'text') textLength += piece.text.length;
    if (textLength > maxTextLength) break;
    if (piece.type !== 'break') {
      addPiece(line, piece);
      continue;
    }
    end(piece.depth);
    tables.move(piece);
  }
  end(0);
  return lines.slice(0, maxLines);
}

/** Knows the cell of the table that a run of pieces is in. */
function createTableTracker() {
  const open: TableCell[] = [];
  let count = 0;
  return {
    current: (): TableCell | undefined => {
      const cell = open.at(-1);
      return cell && { ...cell };
    },
    move: ({ element, isStart }: Extract<HtmlPiece, { type: 'break' }>) => {
      const cell = open.at(-1);
      if (element === 'table') {
        if (!isStart) open.pop();
        else open.push({ table: count++, row: -1, column: -1 });
      } else if (isStart && cell && element === 'tr') Object.assign(cell, { row: cell.row + 1, column: -1 });
      else if (isStart && cell && /^t[dh]$/.test(element)) cell.column += 1;
    },
  };
}

function createLine(gap: number): MailLine {
  return { text: '', gap, links: [], pictures: [] };
}

function addPiece(line: MailLine, piece: Exclude<HtmlPiece, { type: 'break' }>): void {
  const href = parseWebAddress(piece.href ?? '');
  if (piece.type === 'image') {
    line.pictures.push({ source: parseWebAddress(piece.source) ?? '', href });
    return;
  }
  line.text += piece.text;
  const last = line.links.at(-1);
  if (href === null) return;
  if (last?.href === href) last.text += piece.text;
  else line.links.push({ href, text: piece.text });
}

const addressPattern = /\bhttps?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]}]/gi;

/** The lines of plain text; more blank lines mean a larger break. */
export function readTextLines(text: string): MailLine[] {
  let blanks = 0;
  const lines: MailLine[] = [];
  for (const rawLine of text.slice(0, maxTextLength).split(/\r\n|\r|\n/)) {
    const trimmed = stripQuoteMarks(rawLine).replaceAll(/\s+/g, ' ').trim();
    if (/^[\s\-=_*~#]*$/.test(trimmed)) {
      blanks += trimmed === '' ? 1 : 2;
      continue;
    }
    const hrefs = [...trimmed.matchAll(addressPattern)].map(([href]) => href);
    const words = trimmed
      .replaceAll(addressPattern, '')
      .replaceAll(/[<([]\s*[>)\]]/g, '')
      .trim();
    // An item of a list starts a new section.
    const gap = -blanks - (/^(?:\d{1,3}[.)]|[*•-])\s/.test(trimmed) ? 0.5 : 0);
    lines.push({
      text: words,
      gap,
      links: hrefs.map((href) => ({ href, text: words.slice(0, maxNameLength) })),
      pictures: [],
    });
    blanks = 0;
  }
  return splitTextTables(lines.slice(0, maxLines));
}

const splitCells = (text: string) => text.replaceAll(/^\s*\||\|\s*$/g, '').split(/\s*\|\s*/);
const minColumns = 3;

/** Lines of cells between bars, with as many bars each, are the rows of a table. */
function splitTextTables(lines: MailLine[]): MailLine[] {
  const counts = lines.map(({ text }) => splitCells(text).length);
  let table = 0;
  let row = 0;
  return lines.flatMap((line, index) => {
    const count = counts[index] ?? 0;
    const isFirst = counts[index - 1] !== count;
    if (count < minColumns || (isFirst && counts[index + 1] !== count)) return [line];
    table += Number(isFirst);
    row = isFirst ? 0 : row + 1;
    return splitCells(line.text).map((text, column) => ({
      ...line,
      text,
      gap: column === 0 ? line.gap - 1 : 1,
      links: column === 0 ? line.links : [],
      cell: { table, row, column },
    }));
  });
}

/** Without the quote marks of a mail that is quoted in another. */
function stripQuoteMarks(line: string): string {
  return line.replace(/^(?:\s{0,3}>)+/, '');
}

/** Unchanged: a link may stop working without its tracking parts. */
function parseWebAddress(href: string): string | null {
  const text = href.trim();
  return isWebAddress(text) && text.length <= 2000 ? text : null;
}
