import { detectType } from '#domain/classification/classify.ts';

const amountPattern = /[$€]\s?[\d.,]+\s?(?:k|m)?\b/gi;
/** Numbers of rooms and sizes. */
const roomWord =
  /^(?:bds?|bas?|brs?|beds?|baths?|bedrooms?|bathrooms?|sq|ft|sqft|feet|acres?|ac|lot|per|month|mo|usd)$/i;
const buttonText = /^\s*(?:view|see|show|more|read|open|click|learn|contact|call|reply|get|save|new|price)\b/i;

/** Words that can be a title, and not only a price, a button or a number of rooms. */
export function isTitle(text: string): boolean {
  const words = (text.replaceAll(amountPattern, '').match(/\p{L}{2,}/gu) ?? []).filter((word) => !roomWord.test(word));
  return words.length >= 2 && !buttonText.test(text) && !/^\s*(?:https?:|www\.)\S+\s*$/i.test(text);
}

const pointerText =
  /^\s*(?:details?|photos?|pictures?|map|directions|link|here|listing|info(?:rmation)?|share|hide|next|apply)\b/i;

/** Link text that can be a title, even if it has only one word: 'Vacant lot 0.5 acre', '5546 Fairview'. */
export function isName(text: string): boolean {
  const words = (text.replaceAll(amountPattern, '').match(/\p{L}{3,}/gu) ?? []).filter((word) => !roomWord.test(word));
  return (
    words.length > 0 && !buttonText.test(text) && !pointerText.test(text) && !/^\s*(?:https?:|www\.)\S+\s*$/i.test(text)
  );
}

/** Link text that names a kind of property. */
export function isPropertyName(text: string): boolean {
  return isName(text) && detectType({ title: text, details: '', price: null }) !== null;
}
