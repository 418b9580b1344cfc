import * as z from 'zod';

/** Halves of characters, controls, and what reorders whatever is shown after it. */
const unshowable = /\p{Surrogate}|\p{Bidi_Control}|(?![\n\t])\p{Cc}/gu;

/** A text without what no reader can show, for `z.string().overwrite()`. It keeps its lines and tabs. */
export function cleanForeignText(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(unshowable, '');
}

/** The same for a text of one line. */
export function cleanForeignLine(text: string): string {
  return cleanForeignText(text).replaceAll(/[\n\t]+/g, ' ');
}

/** For an address, which would be another one without its hidden characters: `isWebAddress` refuses them. */
export const keepForeignText = (text: string): string => text;

/** A text that was written elsewhere and must be given. */
export const foreignText = (name: string, clean = cleanForeignLine) =>
  z
    .string({ error: ({ input }) => `${name} ${input === undefined ? 'is required' : 'must be text'}` })
    .overwrite(clean)
    .trim();

/** The beginning of a text, without half of a character at its end: receivers refuse a message with one. */
export function cutText(text: string, maxLength: number): string {
  const end = text.slice(0, maxLength);
  return text.length > maxLength ? end.replace(/[\uD800-\uDBFF]$/, '') : end;
}

/** A text in one line, cut at a word, or within one that is longer than half of `maxLength`. */
export function cutAtWord(text: string, maxLength: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= maxLength) return line;
  const cut = cutText(line, maxLength);
  return `${cutText(cut, Math.max(cut.lastIndexOf(' '), maxLength / 2)).trimEnd()}…`;
}

// A backslash ends the host for browsers; what is invisible could show another address than the one that opens.
const webAddressPattern = /^https?:\/\/[^/?#\\@\s\p{Cc}\p{Cf}]+(?:[/?#][^\s\p{Cc}\p{Cf}]*)?$/iu;

/** Whether a text is a whole http(s) address, without a user name and without hidden characters. */
export function isWebAddress(text: string): boolean {
  return webAddressPattern.test(text) && z.url().safeParse(text).success;
}

/** The second rule for a text that begins with http:// or https://. */
export const webAddressRule = 'must be a web address without a user name, blanks or control characters';
