/** '60000' as '60,000'. */
export function formatDigits(digits: string): string {
  return digits.replaceAll(/\B(?=(\d{3})+$)/g, ',');
}

export type TypedText = { text: string; caret: number };

/**
 * The digits of a price after an edit of its text with separators, and where the caret belongs in the new text: after
 * the same digit as before. Deleting a separator deletes the digit before it.
 */
export function editPrice(
  before: string,
  { text, caret }: TypedText,
  clean: (typed: string) => string,
): { digits: string; caret: number } {
  const previous = formatDigits(before);
  const isSeparatorDeleted =
    text.length === previous.length - 1 &&
    previous[caret] === ',' &&
    previous.slice(0, caret) + previous.slice(caret + 1) === text;
  const start = text.slice(0, isSeparatorDeleted ? Math.max(0, caret - 1) : caret);
  const digits = clean(start + text.slice(caret));
  const digitsBefore = Math.min(clean(start).length, digits.length);
  return { digits, caret: findCaret(formatDigits(digits), digitsBefore) };
}

/** Text that may hold more than a price, such as '$45k obo': an amount alone gets separators, the rest stays as typed. */
export function editPriceText(before: string, { text, caret }: TypedText): TypedText {
  if (!/^\$?[\d,]+$/.test(text)) return { text, caret };
  const sign = text.startsWith('$') ? '$' : '';
  const amount = { text: text.slice(sign.length), caret: Math.max(0, caret - sign.length) };
  const edited = editPrice(keepDigits(before), amount, keepDigits);
  return { text: sign + formatDigits(edited.digits), caret: sign.length + edited.caret };
}

const keepDigits = (text: string) => text.replaceAll(/\D/g, '');

/** The place after that number of digits. */
function findCaret(text: string, digitsBefore: number): number {
  let place = 0;
  for (let digitCount = 0; digitCount < digitsBefore; place += 1) if (text[place] !== ',') digitCount += 1;
  return place;
}
