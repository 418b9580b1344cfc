import * as z from 'zod';

/** Embeddings, overrides and isolates: they reorder whatever is shown after them. */
const directionControls = /[\u202A-\u202E\u2066-\u2069]/g;

/** A text that was written elsewhere without what no reader can show, for `z.string().overwrite()`. */
export function cleanForeignText(text: string): string {
  return text.toWellFormed().replaceAll(directionControls, '');
}

/** The beginning of a text, without half of a character at its end: receivers refuse a message with one. */
export function cutText(text: string, maxLength: number): string {
  const end = text.slice(0, maxLength);
  return text.length > maxLength ? end.replace(/[\uD800-\uDBFF]$/, '') : end;
}

// A backslash ends the host for browsers; what is invisible could show another address than the one that opens.
const webAddressPattern = /^https?:\/\/[^/?#\\@\s\p{Cc}\p{Cf}]+(?:[/?#][^\s\p{Cc}\p{Cf}]*)?$/iu;

/** Whether a text is a whole http(s) address, without a user name and without hidden characters. */
export function isWebAddress(text: string): boolean {
  return webAddressPattern.test(text) && z.url().safeParse(text).success;
}

/** The second rule for a text that begins with http:// or https://. */
export const webAddressRule = 'must be a web address without a user name, blanks or control characters';
