const denial =
  /(?<!\w)(?:no|not|non|never|nothing|without|isn'?t|aren'?t|doesn'?t|free of|zero)(?:\s(?:a|an|any|the|known|outstanding|longer|kind of|had|has|have|been|be|do|doing|offer|offering|accept|accepting|considering|in|currently))*(?:(?:\s[\w-]{1,14}){1,3}\s(?:or|nor)(?:\san?)?)?\s$/;

/** Whether the words before a phrase negate it: 'no liens' is no lien. */
export const isDenied = (text: string, at: number): boolean => denial.test(text.slice(Math.max(0, at - 40), at));

/** Blanks out what `words` match; all other characters keep their position. */
export const maskMatches = (text: string, words: string | RegExp): string =>
  text.replace(words, (match) => '\0'.repeat(match.length));
