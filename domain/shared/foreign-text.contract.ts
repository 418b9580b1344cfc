import * as z from 'zod';

/** Embeddings, overrides and isolates: they reorder whatever is shown after them. */
const directionControls = /[\u202A-\u202E\u2066-\u2069]/g;

/** Of a text that was written elsewhere, for `z.string().overwrite()`. */
export function stripDirectionControls(text: string): string {
  return text.replaceAll(directionControls, '');
}

// A backslash ends the host for browsers; what is invisible could show another address than the one that opens.
const webAddressPattern = /^https?:\/\/[^/?#\\@\s\p{Cc}\p{Cf}]+(?:[/?#][^\s\p{Cc}\p{Cf}]*)?$/iu;

/** Whether a text is a whole http(s) address, without a user name and without hidden characters. */
export function isWebAddress(text: string): boolean {
  return webAddressPattern.test(text) && z.url().safeParse(text).success;
}

/** The second rule for a text that begins with http:// or https://. */
export const webAddressRule = 'must be a web address without a user name, blanks or control characters';
